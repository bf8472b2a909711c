import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import {
  type CallRecord,
  executionOf,
  failed,
  guardedCall,
  guardFunctions,
  openSession,
  repairArguments,
  semanticGarbage,
  structuredOutput,
  type SessionOptions
} from '../../lib/index.js'
import { ownValue } from '#core/foreign'
import { redactor } from '#core/redact'

const WORDS = 'Customer ACME-42 not found, ssn: 078-05-1120'
const LEFT = 'Customer [redacted] not found, ssn: [redacted]'
const redact = redactor({ keys: ['ssn'], patterns: [/ACME-\d+/] })

const outcomeOf = async (options: SessionOptions, run: () => unknown) => {
  const records: Array<CallRecord> = []
  const observers = [{ start: () => ({ end: (record: CallRecord) => void records.push(record) }) }]
  const turn = openSession({ logger: false, observers, ...options }).openTurn()
  const result = await turn.run(guardedCall({ name: 'find', effect: 'read', run }, t.type({ id: t.number }))())
  if (E.isRight(result)) throw new Error('The call did not fail.')
  return { error: result.left, detail: result.left.detail, cause: records[0]?.cause }
}

const returned = () => `Error: ${WORDS}`
const thrown = () => {
  throw new Error(WORDS)
}

describe('what the `redact` of a session names', () => {
  it('is taken out of quotes of what a tool returned', async () => {
    const { detail, error } = await outcomeOf({ redact }, returned)
    expect(detail)
      .to.include(LEFT)
      .and.not.match(/ACME-42|078/)
    expect(executionOf(error)).to.equal('unknown')
  })

  it('is taken out of what it threw, for the model and for observers', async () => {
    const { detail, cause } = await outcomeOf({ redact }, thrown)
    expect(detail).to.not.match(/ACME-42|078/)
    expect(cause).to.equal(`Error: ${LEFT}`)
  })

  it('is taken out of what a recorder gets', async () => {
    const details: Array<string | null> = []
    const recorder = { record: ({ detail }: { detail: string | null }) => void details.push(detail) }
    await outcomeOf({ redact, recorder }, returned)
    expect(details.join())
      .to.include(LEFT)
      .and.not.match(/ACME-42|078/)
  })

  it('is taken out of a structured output that failed, as of arguments', async () => {
    const Plan = t.type({ plan: t.keyof({ basic: null, pro: null }) }, 'Plan')
    const named = redactor({ patterns: [/Ada Lovelace/] })
    const turn = openSession({ logger: false, redact: named }).openTurn()
    const sent = { plan: 'Ada Lovelace' }
    const find = guardedCall({ name: 'find', effect: 'read', args: Plan, run: () => '1' }, t.number)
    const ask = repairArguments(find, { ask: async () => ({ args: sent }), maxRetries: 1 })
    const extract = structuredOutput({ codec: Plan, generate: () => sent })
    const refuse = structuredOutput({
      codec: t.UnknownRecord,
      generate: () => sent,
      semanticCheck: () => O.some(semanticGarbage({ code: 'wrong_entity', detail: 'Ada Lovelace has no plan.' }))
    })
    const details = [await turn.run(ask(sent)), await turn.run(extract('?')), await turn.run(refuse('?'))].map(
      (result) => (E.isLeft(result) ? result.left.detail : '')
    )
    for (const detail of details) expect(detail).to.include('[redacted]').and.not.include('Ada')
    const open = await openSession({ logger: false }).openTurn().run(extract('?'))
    expect(E.isLeft(open) && open.left.detail).to.include("'Ada Lovelace'")
  })

  it('is taken out of a structured output by its name in that', async () => {
    const Patient = t.type({ patient: t.number, diagnosis: t.keyof({ none: null, other: null }) })
    for (const pad of [1, 80_000]) {
      const sent = { patient: 7, diagnosis: 'Morbus Bechterew', note: 'n'.repeat(pad) }
      for (const generate of [() => sent, () => JSON.stringify(sent)]) {
        const turn = openSession({ logger: false, redact: redactor({ keys: ['diagnosis'] }) }).openTurn()
        const result = await turn.run(structuredOutput({ codec: Patient, generate, maxRetries: 0 })('?'))
        expect(E.isLeft(result) && result.left.detail)
          .to.include('[redacted]')
          .and.not.include('Morbus')
      }
    }
  })

  it('is known whole in a cause, wherever that is cut', async () => {
    const iban = 'DE89 3704 0044 0532 0130 00'
    const own = redactor({ patterns: [/DE\d{2}(?: \d{4}){4} \d{2}/] })
    for (let pad = 240; pad < 300; pad++) {
      const { cause } = await outcomeOf({ redact: own }, () =>
        Promise.reject(new Error(`${'x '.repeat(pad / 2)}${iban} is closed`))
      )
      expect(cause?.length).to.be.within(200, 300)
      expect(cause).to.not.match(/DE89|3704/)
    }
  })

  it('is not known elsewhere', async () => {
    expect((await outcomeOf({}, returned)).detail).to.include(WORDS)
    expect((await outcomeOf({}, thrown)).cause).to.equal(`Error: ${WORDS}`)
  })

  for (const [name, own] of Object.entries<(line: unknown) => unknown>({
    'writes other fields': () => ({ level: 1 }),
    'leaves out both': (line) => ({ ...(line as object), detail: undefined, cause: undefined }),
    'gives numbers': (line) => Object.fromEntries(Object.keys(line as object).map((key) => [key, 1])),
    'gives a text': () => 'a line',
    'gives nothing': () => undefined,
    'gives a promise': () => Promise.reject(new Error('later'))
  }))
    it(`leaves no words where it ${name}`, async () => {
      for (const run of [returned, thrown]) {
        const { detail, cause } = await outcomeOf({ redact: own }, run)
        expect([detail, cause ?? '[redacted]']).to.deep.equal(['[redacted]', '[redacted]'])
      }
    })

  it('hides all words where it throws', async () => {
    const { detail, cause } = await outcomeOf({ redact: thrown }, thrown)
    expect([detail, cause]).to.deep.equal(['[redacted]', '[redacted]'])
  })
})

describe('the message of a log line', () => {
  const TOKEN = `ghp_${'aB3dE5gH7jK9mN1p'.repeat(3).slice(0, 36)}`

  /** The messages of lines about a call of a tool, a repair of its arguments, a schema and an output. */
  const messagesOf = async (tool: string, options: SessionOptions = {}): Promise<ReadonlyArray<string>> => {
    const lines: Array<string> = []
    const logger = { log: (_level: string, message: string) => void lines.push(message) }
    const turn = openSession({ logger, ext: tool, loop: false, ...options }).openTurn()
    const run = () => failed(semanticGarbage({ code: 'acme_down', detail: 'Closed.' }))
    const args = t.type({ n: t.number })
    const call = guardedCall({ name: tool, effect: 'read', args, run }, t.number)
    await turn.run(call({ n: 1 }))
    await turn.run(repairArguments(call, { ask: async () => undefined })({}))
    await turn.run(structuredOutput({ codec: t.type({}, tool), generate: () => 1, maxRetries: 0 })('?'))
    const undeclared = `delete_${tool}`
    await guardFunctions({ [undeclared]: () => '1' }, { turn })[undeclared]?.()
    return lines
  }

  const EVENTS = ['tool_call', 'validation_retry_outcome', 'tool_call', 'structured_output', 'delete_', 'tool_call']

  it('holds no more than the record beside it: names, codes and namespaces without what `redact` names', async () => {
    const lines = await messagesOf('search_acme_orders', { redact: redactor({ patterns: [/acme/] }) })
    expect(lines).to.have.length(EVENTS.length)
    for (const [i, line] of lines.entries())
      expect(line)
        .to.match(new RegExp(`^${EVENTS[i]}`))
        .and.include('[redacted]')
        .and.not.include('acme')
    expect(lines[0]).to.equal(
      'tool_call tool=search_[redacted]_orders outcome=semantic_garbage code=[redacted]_down executed=unknown'
    )
  })

  it('holds no secret where the session has no `redact`', async () => {
    for (const line of await messagesOf(TOKEN)) expect(line).to.include('[redacted]').and.not.include(TOKEN)
  })

  it('is as ever where there is nothing to hide', async () => {
    for (const name of ['reset_password', 'mcp__vault__rotate_api_key_v2', 'get_token'])
      for (const own of [undefined, redactor({ keys: ['ssn'] })]) {
        const lines = await messagesOf(`${name}_${own === undefined}`, own && { redact: own })
        expect(lines.join()).to.include(name).and.not.include('redacted')
      }
  })

  it('tells of the call, and hides the words of others, where the record is no object or lacks them', async () => {
    for (const own of [() => 'a line', () => ({ ms: 1 })])
      expect((await messagesOf('get_orders', { redact: own }))[0]).to.equal(
        'tool_call tool=[redacted] outcome=semantic_garbage code=[redacted] executed=unknown'
      )
  })

  describe('in data', () => {
    const Text = t.keyof({ none: null, flu: null })
    const detailOf = async (answer: unknown, codec: t.Mixed): Promise<string> => {
      const turn = openSession({ logger: false, redact: redactor({ keys: ['salary', 'diagnosis'] }) }).openTurn()
      const call = guardedCall({ name: 'find', effect: 'read', run: () => answer }, codec as t.Type<unknown>)
      const result = await turn.run(call({}))
      return E.isLeft(result) ? result.left.detail : ''
    }
    const Row = t.type({ value: t.union([t.string, t.number]) })

    it('is hidden in the issues of a codec, also apart from its name', async () => {
      const answers: ReadonlyArray<readonly [answer: unknown, codec: t.Mixed]> = [
        [{ salary: 84_250 }, t.type({ salary: t.string })],
        [{ rows: [{ salary: [84_250] }] }, t.type({ rows: t.array(t.type({ salary: t.array(t.string) })) })],
        [[{ name: 'salary', value: 84_250 }], t.array(t.type({ value: t.string }))],
        [{ columns: ['id', 'salary'], rows: [['1', 84_250]] }, t.type({ rows: t.array(t.array(t.string)) })],
        [[{ name: 'diagnosis', value: 'cancer' }], t.array(t.type({ value: Text }))],
        [{ diagnosis: 'cancer' }, t.type({ diagnosis: Text })],
        // Longer than what is searched in time
        [{ note: 'n'.repeat(70_000), salary: 84_250 }, t.type({ salary: t.string })]
      ]
      for (const [answer, codec] of answers)
        expect(await detailOf(answer, codec), JSON.stringify(answer).slice(0, 80))
          .to.include('[redacted]')
          .and.not.match(/84250|cancer/)
    })

    it('is hidden in quotes of errors that are listed', async () => {
      for (const error of [
        { field: 'salary', value: '84250' },
        { path: 'diagnosis', actual: '84250', limit: 9 }
      ])
        expect(await detailOf({ errors: [error] }, t.type({ id: t.number })), error.field).to.not.include('84250')
    })

    it('is taken out of all that is told of an error with fields of its own', async () => {
      const lines: Array<unknown> = []
      const logger = { log: (...line: ReadonlyArray<unknown>) => void lines.push(line) }
      const own = redactor({ keys: ['customer'] })
      class NoAccount extends Error {
        constructor(readonly customer: string) {
          super(`${customer} has no account`)
        }
      }
      for (const error of [
        new NoAccount('Malinowski'),
        Object.assign(new TypeError('bad Malinowski'), { customer: 'Malinowski' }),
        new Error('No', { cause: new NoAccount('Malinowski') })
      ]) {
        const { detail, cause } = await outcomeOf({ redact: own, logger }, () => Promise.reject(error))
        expect(detail + String(cause)).to.not.include('Malinowski')
      }
      expect(JSON.stringify(lines)).to.include('at ').and.not.include('Malinowski')
    })

    it('is taken out where the function leaves out the field', async () => {
      const without = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'ssn' ? undefined : each)))
      for (const answer of [{ ssn: '078-05-1120' }, { id: 'x', owner: { ssn: '078-05-1120' } }]) {
        const error = Object.assign(new Error('No account of 078-05-1120'), answer)
        const { detail, cause } = await outcomeOf({ redact: without }, () => Promise.reject(error))
        expect(detail + String(cause))
          .to.include('account')
          .and.not.include('078')
      }
    })

    it('is taken out by a function that works in place, which changes no response', async () => {
      const inPlace = (value: unknown): unknown => {
        if (typeof value === 'object' && value !== null && 'ssn' in value) delete value.ssn
        return value
      }
      const data = { ssn: '078-05-1120' }
      const error = Object.assign(new Error('No account of 078-05-1120'), { data })
      const { detail, cause } = await outcomeOf({ redact: inPlace }, () => Promise.reject(error))
      expect(detail + String(cause)).to.not.include('078')
      expect(data).to.deep.equal({ ssn: '078-05-1120' })
    })

    it('is found in a body that came as a text of JSON, in any script, and behind a colour', async () => {
      for (const name of ['Ada Lovelace', '김철수', '王小明'])
        for (const words of [`No account of ${name}`, `No account of \u001b[31m${name}\u001b[39m`]) {
          const body = JSON.stringify({ message: words, customer: name })
          const error = Object.assign(new Error(`404: ${words}`), { status: 404, body })
          const own = redactor({ keys: ['customer'] })
          const { detail, cause } = await outcomeOf({ redact: own }, () => Promise.reject(error))
          expect(detail + String(cause), words).to.not.include(name)
        }
    })

    it('is found within a text, by its name there or by a pattern around it', async () => {
      const own = redactor({ keys: ['ssn'], patterns: [/(?<=CUSTOMER: )[^.]+/] })
      const Query = t.type({ query: t.string, at: t.number })
      for (const [query, words] of [
        ['by ssn: 078-05-1120', '078-05-1120 is unknown'],
        ['CUSTOMER: Ada Lovelace. All of it', 'No account of Ada Lovelace.'],
        ['CUSTOMER: Ada Lovelace. All of it', 'Two of the family Lovelace'],
        ['CUSTOMER: Müller 7. All of it', 'Nobody is named Müller 7']
      ] as const)
        for (const run of [() => `Error: ${words}`, () => Promise.reject(new Error(words))]) {
          const details: Array<string> = []
          const recorder = { record: ({ detail }: { detail: string | null }) => void details.push(String(detail)) }
          const turn = openSession({ logger: false, redact: own, recorder }).openTurn()
          const call = guardedCall({ name: 'find', effect: 'read', args: Query, run }, t.type({ id: t.number }))
          const result = await turn.run(call({ query, at: 1 }))
          expect(details.join() + JSON.stringify(result), words).to.not.match(/078|Lovelace|Müller 7/)
        }
    })

    it('leaves all other values', async () => {
      const sent = { query: 'orders of ssn: 078-05-1120, which are open' }
      const error = Object.assign(new Error('No orders are open'), { sent })
      const { cause } = await outcomeOf({ redact: redactor({ keys: ['ssn'] }) }, () => Promise.reject(error))
      expect(cause).to.equal('Error: No orders are open')
      expect(await detailOf({ total: 84_250, salary: 1 }, t.type({ total: t.string }))).to.include('84250')
      expect(await detailOf([{ name: 'state', value: 'cancer' }], t.array(t.type({ value: Text })))).to.include(
        'cancer'
      )
      expect(await detailOf([{ name: 'salary', value: null }], t.array(Row))).to.include('received null')
    })
  })

  it('is found in words before they are quoted, and by its own marks', async () => {
    const own = redactor({ patterns: [/CORP\\[a-z.]+/, /holder "[^"]+"/, /ID-\d{10}/] })
    const much = 'we looked through the list of payments of this shop, '.repeat(5)
    for (const words of [
      'User CORP\\ada.lovelace not found',
      'Account with holder "Ada Lovelace" not found',
      ...[0, 3, 6, 9].map((n) => `Payment not found: ${much.slice(n)}it is ID-1234567890 or another`)
    ])
      for (const run of [() => `Error: ${words}`, () => Promise.reject(new Error(words))]) {
        const { detail, cause = '' } = await outcomeOf({ redact: own }, run)
        expect(detail + cause, words).to.not.match(/ada|ID-1/i)
      }
  })

  it('is whatever a function does not give back of the data, be it that it writes lines alone', async () => {
    const named = (value: unknown): unknown => ({ ...(value as object), customer: undefined, customerHash: 'a1' })
    const line = (value: unknown) => ({ detail: (value as { detail?: string }).detail })
    for (const own of [named, line]) {
      const error = Object.assign(new Error('Ada Lovelace is booked'), { customer: 'Ada Lovelace' })
      const { detail } = await outcomeOf({ redact: own }, () => Promise.reject(error))
      expect(detail).to.include('[redacted]').and.not.include('Lovelace')
    }
  })

  it('is known of all that an error holds: numbers, beside what is no data, of each of several, by every key', async () => {
    const own = redactor({ keys: ['customer', 'ssn'] })
    const locked = (name: string) => Object.assign(new Error(`Customer ${name} is locked`), { customer: name })
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, at]))
    const loop: Record<string, unknown> = { customer: 'Jo Quill' }
    loop['self'] = loop
    const errors: Record<string, () => unknown> = {
      'a number': () => Object.assign(new Error('Jo Quill 378051120'), { ssn: 378_051_120, customer: 'Jo Quill' }),
      'a bigint': () => Object.assign(locked('Jo Quill'), { ssn: 378_051_120n }),
      'a bigint beside it': () => Object.assign(new Error('Jo Quill'), { row: { id: 1n, customer: 'Jo Quill' } }),
      'an error beside it': () => Object.assign(new Error('Jo Quill'), { row: { e: locked('Jo Quill') } }),
      'a function and a map': () => Object.assign(new Error('Jo Quill'), { a: [loop, () => 1, new Map()] }),
      'many fields': () => Object.assign(new Error('Jo Quill'), { ...fields, customer: 'Jo Quill' }),
      'a hidden field': () => Object.defineProperty(new Error('Jo Quill'), 'customer', { value: 'Jo Quill' }),
      'several errors': () => new AggregateError([locked('Al Frum'), locked('Jo Quill')], 'All failed'),
      'a cause': () => new Error('Jo Quill is locked', { cause: locked('Jo Quill') })
    }
    for (const [name, error] of Object.entries(errors)) {
      const { detail, cause } = await outcomeOf({ redact: own }, () => Promise.reject(error() as Error))
      expect(detail + String(cause), name).to.not.match(/Quill|Frum|3780/)
    }
  })

  it('is known where JSON stands within words, or escapes it, and where a text has it twice', async () => {
    const byKey = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'customer' ? '***' : each)))
    const own = redactor({ keys: ['customer'] })
    for (const [each, text] of [
      [byKey, '{"customer":"Jo Quill"} is locked: Jo Quill'],
      [byKey, '[E42] Jo Quill is locked {"customer":"Jo Quill"}.'],
      [byKey, 'Jo Quill is locked\n{"id":1,"customer":"Jo Quill"}\n{"id":2}\n'],
      [own, 'the service answered {"detail": "A\\/S Quill is locked", "customer": "A\\/S Quill"}'],
      [own, 'HTTP 422: {"detail": "J\\u00fc Quill is locked", "customer": "J\\u00fc Quill"}'],
      [redactor({ keys: ['quill'] }), 'Cannot read DB_PASSWORD=Quill-2024!#'],
      [own, 'level=error msg="Customer Jo Quill is locked" customer="Jo Quill"'],
      [redactor({ patterns: [/(?<=FOR: )Jo Quill/] }), 'Jo Quill is locked. FOR: Jo Quill!']
    ] as const)
      for (const run of [() => `Error: ${text}`, () => Promise.reject(new Error(text)), () => ({ error: text })]) {
        const { detail, cause = '' } = await outcomeOf({ redact: each }, run)
        expect(detail + cause, text).to.not.match(/Quill|!#/)
      }
  })

  it('is looked for in no data that end nowhere or are deeper than the stack, and those hold nothing up', async () => {
    const ring: Record<string, unknown> = { text: '[' }
    ring['self'] = ring
    let deep: unknown = '{"a":1}'
    for (let i = 0; i < 20_000; i++) deep = [deep]
    for (const data of [
      ring,
      deep,
      '['.repeat(60_000),
      '{"a":'.repeat(10_000),
      JSON.stringify('{"a":"b"} '.repeat(5_000))
    ])
      for (const run of [() => data, () => Promise.reject(Object.assign(new Error('No'), { data }))]) {
        const { detail } = await outcomeOf({ redact: redactor({ keys: ['ssn'] }) }, run)
        expect(detail).to.be.a('string')
      }
  })

  it('is known as the model sent it, where a schema gives it another name', async () => {
    const Named = new t.Type<{ name: string }, { customer: string }, unknown>(
      'Named',
      t.type({ name: t.string }).is,
      (sent, context) =>
        E.isRight(t.type({ customer: t.string }).decode(sent))
          ? t.success({ name: (sent as { customer: string }).customer })
          : t.failure(sent, context),
      ({ name }) => ({ customer: name })
    )
    const turn = openSession({ logger: false, redact: redactor({ keys: ['customer'] }) }).openTurn()
    const run = ({ name }: { name: string }) => Promise.reject(new Error(`Customer ${name} is locked`))
    const result = await turn.run(
      guardedCall({ name: 'find', effect: 'read', args: Named, run }, t.string).fromModel({ customer: 'Jo Quill' })
    )
    expect(E.isLeft(result) && result.left.detail)
      .to.include('is locked')
      .and.not.include('Quill')
  })

  it('costs an error none of its own words', async () => {
    const body = { text: `${'of the order it was said that '.repeat(150)}it does not exist`, ssn: '1' }
    const sql = 'SELECT a\nFROM\norders\nwhere\nit\ndoes\nexist'
    for (const [each, error] of [
      [redactor({ keys: ['ssn'] }), Object.assign(new Error('The order does not exist'), { body })],
      [redactor({ keys: ['sql'] }), Object.assign(new Error('The order does not exist'), { sql })],
      [
        (line: unknown) => ({ detail: ownValue(line as object, 'detail'), cause: ownValue(line as object, 'cause') }),
        new Error('The order does not exist')
      ]
    ] as const) {
      const { detail } = await outcomeOf({ redact: each }, () => Promise.reject(error))
      expect(detail).to.include('order does not exist')
    }
  })

  it('is known as it is quoted: with masks', async () => {
    const customer = 'Ada Lovelace <ada@example.org>'
    const error = Object.assign(new Error(`${customer} is booked`), { customer })
    const { detail, cause } = await outcomeOf({ redact: redactor({ keys: ['customer'] }) }, () => Promise.reject(error))
    expect(detail + String(cause))
      .to.include('is booked')
      .and.not.include('Ada')
  })

  it('is known in what asking for a structured output threw', async () => {
    const lines: Array<unknown> = []
    const logger = { log: (...line: ReadonlyArray<unknown>) => void lines.push(line) }
    const turn = openSession({ logger, redact: redactor({ keys: ['customer'] }) }).openTurn()
    const generate = () => Promise.reject(Object.assign(new Error('Ada Lovelace?'), { customer: 'Ada Lovelace' }))
    const result = await turn.run(structuredOutput({ codec: t.type({}), generate })('?'))
    expect(JSON.stringify([lines, result]))
      .to.include('[redacted]?')
      .and.not.include('Ada')
  })

  it('is known of a text over several lines, of which words hold the first', async () => {
    const street = '12 Main St\r\nSpringfield'
    const redactions = [redactor({ keys: ['street'] }), redactor({ patterns: [/12 Main[^]*field/] })]
    for (const own of redactions)
      for (const run of [
        () => Promise.reject(Object.assign(new Error(`No delivery to ${street}`), { street })),
        () => Promise.reject(Object.assign(new Error('No'), { body: { error: `No delivery to ${street}`, street } })),
        () => `Error: no delivery to ${street}\n${JSON.stringify({ street })}`
      ]) {
        const { detail, cause = '' } = await outcomeOf({ redact: own }, run)
        expect(detail + cause).to.not.match(/Main|Springfield/)
      }
  })
})
