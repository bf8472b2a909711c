/** Tools that write by their names alone are named: once in a process, before they run. */
import { expect } from 'chai'
import { warnDeveloper, ToolWarnings } from '../../lib/guard/developer-warning.js'
import * as web from '../../lib/guard/platform-web.js'
import { guardFunctions, openSession, openTurn, type SessionOptions } from '../../lib/index.js'
import { warningsOf } from '../helpers/warnings.js'

// Nothing is said twice in a process: each case has tools of its own.
let made = 0
const newName = (verb: string): string => `${verb}_${++made}`

interface Rule {
  readonly effect?: 'read' | 'write'
  readonly idempotent?: boolean
}

/** Calls a tool of this name three times, in three turns of as many sessions. */
const calling =
  (name: string, { rule, ...options }: SessionOptions & { readonly rule?: Rule } = {}) =>
  async (): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      const given = {
        turn: openSession(options).openTurn(),
        ...(rule === undefined ? {} : { rules: { [name]: rule } })
      }
      const tools: Readonly<Record<string, (n: number) => unknown>> = guardFunctions(
        { [name]: (n: number) => `done ${n}` },
        given
      )
      await tools[name]?.(i)
    }
  }

describe('a tool that looks like a write and is not declared', () => {
  it('is named once in a process, with the rule that declares it', async () => {
    const name = newName('send_email')
    const warnings = await warningsOf(calling(name))
    expect(warnings).to.deep.equal([
      `GuardedCallWarning: ${name} looks like a write and has no effect declared: rules.${name}.effect. A declared write runs once in a turn with the same arguments, this one up to three times in a row. \`logger: false\` of \`openSession\` silences this warning.`
    ])
    expect(await warningsOf(calling(name))).to.deep.equal([])
  })

  it('is named in the log instead, where there is one, in however many loggers', async () => {
    const name = newName('refund')
    const lines: Array<readonly unknown[]> = []
    const log = (...line: ReadonlyArray<unknown>): unknown => lines.push(line)
    expect(
      await warningsOf(async () => {
        await calling(name, { logger: { log }, ext: 'mine' })()
        await calling(name, { logger: { log: (...line) => log(...line) } })()
      })
    ).to.deep.equal([])
    expect(lines.filter(([, message]) => !String(message).startsWith('tool_call '))).to.deep.equal([
      [
        'warn',
        `${name} looks like a write and has no effect declared: rules.${name}.effect`,
        { ext: 'mine', tool: name }
      ]
    ])
  })

  it('is named before it runs', async () => {
    const name = newName('pay')
    const seen: Array<string> = []
    const turn = openTurn({ logger: { log: (_, message) => seen.push(message.split(' ')[1] ?? '') } })
    await guardFunctions({ [name]: () => String(seen.push('ran')) }, { turn })[name]?.()
    expect(seen).to.deep.equal(['looks', 'ran', `tool=${name}`])
  })

  it('is not named where nobody wants to hear of it, and is named later to who does', async () => {
    const name = newName('delete_user')
    expect(await warningsOf(calling(name, { logger: false }))).to.deep.equal([])
    expect(await warningsOf(calling(name))).to.have.length(1)
  })

  it('is written so that its rule can be copied, whatever its name holds', async () => {
    const name = newName('send-email\u001b[31m\n')
    const [warning = '', ...more] = await warningsOf(calling(name))
    expect(more).to.deep.equal([])
    expect(warning).to.match(/: send-email +_\d+ looks like a write .*: rules\["send-email +_\d+"\]\.effect\. /)
  })

  it('does not stop a call whose process makes warnings throw', async () => {
    const emit = process.emitWarning
    process.emitWarning = () => {
      throw new Error('no warnings')
    }
    try {
      await calling(newName('send'))()
    } finally {
      process.emitWarning = emit
    }
  })
})

describe('a tool that is worth no line', () => {
  for (const [why, verb, rule] of [
    ['reads by its name', 'get_order', undefined],
    ['has a name that tells nothing', 'mystery', undefined],
    ['is declared to write', 'send', { effect: 'write' }],
    ['is declared to read', 'send', { effect: 'read' }],
    ['is a write that does no harm when it is repeated', 'send', { idempotent: true }]
  ] as ReadonlyArray<readonly [string, string, Rule | undefined]>)
    it(why, async () => {
      const options = rule === undefined ? {} : { rule }
      expect(await warningsOf(calling(newName(verb), options))).to.deep.equal([])
    })
})

describe('warnDeveloper', () => {
  it('needs no `process` on the web', () => {
    const { warn } = console
    const said: Array<unknown> = []
    console.warn = (text: unknown) => said.push(text)
    try {
      web.emitWarning('one')
    } finally {
      console.warn = warn
    }
    expect(said).to.deep.equal(['GuardedCallWarning: one'])
  })

  it('reaches the process', async () => {
    expect(await warningsOf(() => Promise.resolve(warnDeveloper('one')))).to.deep.equal(['GuardedCallWarning: one'])
  })
})

describe('ToolWarnings', () => {
  it('falls silent rather than say something twice, whatever number of tools there are', () => {
    const said = new ToolWarnings()
    const names = Array.from({ length: 3_000 }, (_, i) => `tool_${i}`)
    const first = names.filter((name) => said.isNew(name))
    expect(first.length).to.be.within(100, 2_000)
    expect(names.filter((name) => said.isNew(name))).to.deep.equal([])
  })
})
