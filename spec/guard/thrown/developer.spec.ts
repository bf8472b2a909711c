/** What a developer gets of a throw that the model reads next to nothing of. */
import { expect } from 'chai'
import * as t from 'io-ts'
import {
  guardedCall,
  guardFunctions,
  openSession,
  openTurn,
  ToolCallError,
  type SessionOptions
} from '../../../lib/index.js'
import { redactor } from '#core/redact'
import { warningsOf } from '../../helpers/warnings.js'

const bug = (): never => {
  throw new TypeError("Cannot read properties of undefined (reading 'name')")
}

const refuse = (): never => {
  throw new Error('The shop is closed')
}

const calling =
  (name: string, run: () => unknown, options: SessionOptions = {}) =>
  async (): Promise<void> => {
    const call = guardedCall({ name, effect: 'read', run }, t.unknown)
    for (let i = 0; i < 3; i++) await openSession(options).openTurn().run(call())
  }

describe('a bug of a tool', () => {
  it('warns the process once, with name, message and place, where nobody keeps a log', async () => {
    const [warning, ...more] = await warningsOf(calling('bug_of_mine', bug))
    expect(more).to.deep.equal([])
    expect(warning).to.match(
      /^GuardedCallWarning: The tool bug_of_mine threw TypeError: Cannot read properties of undefined \(reading 'name'\) at \/.*developer\.spec\.[jt]s:\d+:\d+\. A `logger` of `openSession` gets every throw/
    )
  })

  it('warns of no secret', async () => {
    const warnings = await warningsOf(
      calling('bug_with_secret', () => {
        throw new TypeError('cannot use postgres://admin:s3cret@10.0.0.1/orders')
      })
    )
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.include('[redacted]').and.not.include('s3cret')
  })

  it('warns of nothing that the session takes out, of whatever function', async () => {
    const redact = redactor({ keys: ['mrn'], patterns: [/Ada Lovelace/g] })
    const fail = (): never => {
      throw new RangeError('visits of Ada Lovelace (mrn: KX-4471) are out of range')
    }
    const warnings = await warningsOf(async () => {
      await calling('bug_of_patient', fail, { redact })()
      const errors = guardedCall({ name: 'errors_of_patient', effect: 'read', run: refuse, errors: fail }, t.number)
      await openSession({ redact }).openTurn().run(errors())
      const none = calling('bug_of_redact', fail, { redact: fail })
      await none()
    })
    expect(warnings).to.have.length(3)
    for (const warning of warnings)
      expect(warning)
        .to.include('[redacted]')
        .and.not.match(/Lovelace|KX-4471/)
  })

  it('warns with escapes for what a terminal would act on, or not show', async () => {
    const warnings = await warningsOf(
      calling('bug_with_escapes', () => {
        throw new RangeError('Invalid time zone: Mars/\u001b]52;c;cm0=\u0007\u009b2J\u202eAll fine\nand a line')
      })
    )
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.include('Mars/\\u001b]52;c;cm0=\\u0007\\u009b2J\\u202eAll fine and a line')
  })

  it('warns nobody where there is a logger, or none is wanted', async () => {
    for (const [i, logger] of [false as const, { log: () => undefined }].entries())
      expect(await warningsOf(calling(`quiet_bug_${i}`, bug, { logger }))).to.deep.equal([])
  })

  it('is no refusal of the tool, and nothing that a service did', async () => {
    expect(await warningsOf(calling('refuses', refuse))).to.deep.equal([])
    const fetchFailed = () => Promise.reject(new TypeError('fetch failed'))
    expect(await warningsOf(calling('unreachable', fetchFailed))).to.deep.equal([])
  })

  it('does not change a call whose process makes warnings throw', async () => {
    const emit = process.emitWarning
    process.emitWarning = () => {
      throw new Error('no warnings')
    }
    try {
      await calling('bug_where_warnings_throw', bug)()
    } finally {
      process.emitWarning = emit
    }
  })
})

describe('the log line of a throw', () => {
  const lineOf = async (thrown: unknown, isLevelEnabled?: (level: string) => boolean) => {
    const lines: Array<readonly unknown[]> = []
    const log = (...line: ReadonlyArray<unknown>): unknown => lines.push(line)
    const logger = isLevelEnabled === undefined ? { log } : { log, isLevelEnabled }
    const run = () => {
      throw thrown
    }
    await openSession({ logger })
      .openTurn()
      .run(guardedCall({ name: 'a', effect: 'read', run }, t.unknown)())
    const [[level, , meta] = []] = lines
    return { level, ...(meta as { readonly cause?: string; readonly stack?: string }) }
  }

  it('has the fields of data that was thrown, or returned as what is Left, redacted', async () => {
    expect(await lineOf({ status: 404, id: 'c9' })).to.include({ cause: '{"status":404,"id":"c9"}' })
    expect((await lineOf({ status: 401, headers: { authorization: 'Bearer s3cret-token' } })).cause).to.equal(
      '{"status":401,"headers":{"authorization":"[redacted]"}}'
    )
  })

  it('shows nothing that a validator quotes of a secret, nor what PostgreSQL quotes', async () => {
    const thrown: ReadonlyArray<Error> = [
      Object.assign(new Error('Invalid UUID: Received "q7Rk9vZp2LxW"'), { issues: [{ path: [{ key: 'apiKey' }] }] }),
      Object.assign(new Error('invalid input syntax for type uuid: "q7Rk9vZp2LxW"'), { code: '22P02' }),
      new Error(`[{"path": ["password"], "message": "Expected 'a' | 'b', received 'q7Rk9vZp2LxW'"}]`)
    ]
    for (const each of thrown) {
      const line = JSON.stringify(await lineOf(each))
      expect(line).to.include('[redacted]').and.not.include('q7Rk9vZp2LxW')
    }
  })

  it('has the stacks of the error and of its causes where debug is logged', async () => {
    const thrown = new Error('The shop is closed', { cause: new Error('of the till') })
    expect((await lineOf(thrown)).stack).to.match(
      /^Error: The shop is closed\n +at [^]*\ncaused by Error: of the till\n +at /
    )
    expect((await lineOf(new DOMException('The shop is closed', 'AbortError'))).stack).to.match(/^AbortError: The shop/)
    expect(await lineOf(thrown, () => true)).to.have.property('stack')
    expect(await lineOf(thrown, (level) => level !== 'debug')).to.not.have.property('stack')
  })

  it('is an error for a bug of the tool, and a warning for what it refuses', async () => {
    expect(await lineOf(new TypeError('x'))).to.include({ level: 'error', cause: 'TypeError: x' })
    expect(await lineOf(new Error('The shop is closed'))).to.include({
      level: 'warn',
      cause: 'Error: The shop is closed'
    })
  })

  it('runs no code of what was thrown', async () => {
    let ran = 0
    const trapped = new Error('x')
    Object.defineProperty(trapped, 'stack', { get: () => ++ran })
    const bound = new Error('z')
    Object.defineProperty(bound, 'stack', { get: Function.prototype.bind.call(() => ++ran, undefined) })
    class Inherited extends Error {
      override get stack(): string {
        return String(++ran)
      }
    }
    for (const thrown of [
      trapped,
      bound,
      Object.create(Inherited.prototype) as unknown,
      new Proxy(new Error('y'), { get: () => ++ran }),
      { stack: 'mine' }
    ])
      expect(await lineOf(thrown)).to.not.have.property('stack')
    expect(ran).to.equal(0)
  })
})

describe('the error of guardFunctions', () => {
  it('has what the function threw as its cause, and the error as data, and shows both to nobody who writes it', async () => {
    const why = new Error('The shop is closed')
    const tools = guardFunctions({ buy: () => Promise.reject(why), list: () => '{' }, { turn: openTurn() })
    const thrown: unknown = await tools.buy().catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(ToolCallError)
    expect(thrown).to.include({ cause: why })
    expect((thrown as ToolCallError).toolError).to.include({
      code: 'error_in_body',
      detail: 'The tool says: "The shop is closed".'
    })
    expect(JSON.stringify(thrown)).to.equal('{"name":"ToolCallError"}')
    expect(String(thrown)).to.equal((thrown as Error).message)
    const cut: unknown = await tools.list().catch((error: unknown) => error)
    expect(cut).to.not.have.property('cause')
    expect((cut as ToolCallError).toolError).to.include({ code: 'truncated_response' })
  })
})

describe('a ledger or a store that fails', () => {
  const TABLE = 'the table lacks migration 1: run ledgerMigrations()'
  const broken = (): never => {
    throw new Error(TABLE)
  }
  const pay = guardedCall({ name: 'pay', effect: 'write', run: () => 1 }, t.number)
  const paying = (options: SessionOptions) => async () => {
    for (let i = 0; i < 3; i++)
      await openSession(options)
        .openTurn({ id: `t${i}` })
        .run(pay())
  }

  it('warns the process once of its reason, where nobody keeps a log', async () => {
    const ledger = () => ({ begin: broken, settle: broken })
    expect(await warningsOf(paying({ ledger: ledger(), logger: false }))).to.deep.equal([])
    expect(await warningsOf(paying({ ledger: ledger() }))).to.deep.equal([
      `GuardedCallWarning: The ledger cannot be used: Error: ${TABLE}. \`logger: false\` of \`openSession\` silences this warning.`
    ])
    const [warning, ...more] = await warningsOf(paying({ store: { append: broken, close: broken } }))
    expect([warning?.startsWith(`GuardedCallWarning: The store cannot be used: Error: ${TABLE}`), more]).to.deep.equal([
      true,
      []
    ])
  })
})
