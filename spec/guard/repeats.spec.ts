/** The rule of repeats as an agent meets it: what goes on for an hour, and what is stopped. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  incomplete,
  openSession,
  openTurn,
  partialData,
  toModelText,
  type GuardedCall,
  type Tool,
  type Turn
} from '../../lib/index.js'
import { guardTools } from '../../lib/adapters/ai-sdk/index.js'
import { expectLeft } from '../helpers/either.js'

const call = (tool: Partial<Tool<unknown>> & Pick<Tool<unknown>, 'name' | 'run'>) =>
  guardedCall<unknown, unknown>({ effect: 'read', ...tool }, t.unknown)

const codeOf = async (turn: Turn, one: GuardedCall<unknown, unknown>, args: unknown = {}): Promise<string> => {
  const result = await turn.run(one(args))
  return E.isLeft(result) ? result.left.code : 'right'
}

const times = async (n: number, make: (i: number) => Promise<string>): Promise<ReadonlyArray<string>> => {
  const codes: Array<string> = []
  for (let i = 0; i < n; i++) codes.push(await make(i))
  return codes
}

const right = (n: number): ReadonlyArray<string> => Array<string>(n).fill('right')

describe('the rule of repeats', () => {
  it('lets an hour of list, write, list, write go on, whatever the list says', async () => {
    const turn = openTurn()
    const list = call({ name: 'list', run: () => '[]' })
    const write = call({ name: 'write', effect: 'write', run: () => '"ok"' })
    const codes = await times(120, (i) => (i % 2 === 0 ? codeOf(turn, list) : codeOf(turn, write, { i })))
    expect(codes).to.deep.equal(right(120))
  })

  it('lets test, edit, test go on though the test fails alike, and stops a test without an edit', async () => {
    const turn = openTurn()
    const test = call({ name: 'test', effect: 'write', idempotent: true, run: () => '"1 failed"' })
    const edit = call({ name: 'edit', effect: 'write', idempotent: true, run: () => '"edited"' })
    expect(await times(10, (i) => (i % 2 === 0 ? codeOf(turn, test) : codeOf(turn, edit, { i })))).to.deep.equal(
      right(10)
    )
    expect(await times(4, () => codeOf(turn, test))).to.deep.equal([...right(3), 'retry_budget_exceeded'])
  })

  it('says in the record which repeat brought nothing new', async () => {
    const turn = openTurn()
    const answers = ['1', '1', '2', '2', '2']
    const read = call({ name: 'read', run: () => answers.shift() })
    for (let i = 0; i < 6; i++) await codeOf(turn, read)
    expect(turn.calls.map(({ asked = 1, unchanged = false }) => [asked, unchanged])).to.deep.equal([
      [1, false],
      [2, true],
      [3, false],
      [4, true],
      [5, true],
      [6, true]
    ])
  })

  const refusedAfter = async (text: string, change: (payload: { id?: unknown }) => void): Promise<unknown> => {
    const turn = openTurn()
    const read = guardedCall({ name: 'read', effect: 'read', run: () => text }, t.unknown)()
    for (let i = 0; i < 3; i++) {
      const result = await turn.run(read)
      if (E.isRight(result)) change(result.right as { id?: unknown })
    }
    return expectLeft(await turn.run(read)).data
  }

  it('shows in the refusal the text that came, whatever became of its payload', async () => {
    const change = (payload: { id?: unknown }) => void (payload.id = 'changed')
    expect(await refusedAfter('\ufeff{"id":1,"tags":["a"]}', change)).to.deep.equal({ id: 1, tags: ['a'] })
  })

  it('shows in the refusal a number as the digits that came', async () => {
    expect(await refusedAfter('{"id":9007199254740993}', () => {})).to.deep.equal({ id: '9007199254740993' })
  })

  it('sees in the record that data are the same in another order of keys, and no other data of that length', async () => {
    const turn = openTurn()
    const answers = [
      { id: 1, rows: [{ a: 1, b: 2 }] },
      { rows: [{ b: 2, a: 1 }], id: 1 },
      { rows: [{ b: 1, a: 2 }], id: 1 }
    ]
    const read = call({ name: 'read', maxIdenticalCalls: 9, run: () => answers.shift() })
    for (let i = 0; i < 3; i++) await codeOf(turn, read)
    expect(turn.calls.map(({ unchanged }) => unchanged)).to.deep.equal([undefined, true, undefined])
  })

  it('compares the data that failures of an author carry, without the fields that are ignored', async () => {
    for (const [ignoreResultFields, sees] of [
      [[], [undefined, undefined, undefined]],
      [['at'], [undefined, undefined, true]],
      [
        ['at', 'done'],
        [undefined, true, true]
      ]
    ] as const) {
      const turn = openSession({ loop: { ignoreResultFields } }).openTurn()
      let at = 0
      const throwing = (): never => {
        throw new Error('no data')
      }
      const job = call({
        name: 'job',
        run: () => failed(partialData({ code: 'running', detail: 'Runs.', data: { done: [1, 2, 2][at], at: at++ } }))
      })
      for (const _ of sees) await turn.run(job({}))
      const hostile = call({
        name: 'hostile',
        run: () => failed(partialData({ code: 'running', detail: 'Runs.', data: { toJSON: throwing } }))
      })
      for (let i = 0; i < 2; i++) expect(await codeOf(turn, hostile)).to.equal('running')
      expect(turn.calls.map(({ unchanged }) => unchanged)).to.deep.equal([...sees, undefined, undefined])
    }
  })

  it('lets a slow poll go on until its answer changes, within its cap', async () => {
    const turn = openTurn()
    let asked = 0
    const poll = call({ name: 'job', polls: true, run: () => ((asked += 1) < 15 ? '"pending"' : '"done"') })
    expect(await times(21, () => codeOf(turn, poll))).to.deep.equal([...right(20), 'retry_budget_exceeded'])
    const ordinary = call({ name: 'other', run: () => '"pending"' })
    expect(await times(4, () => codeOf(turn, ordinary))).to.deep.equal([...right(3), 'retry_budget_exceeded'])
  })

  it('admits three of 17 parallel equal calls that share no run', async () => {
    const turn = openTurn()
    const slow = call({
      name: 'slow',
      maxIdenticalCalls: 20,
      run: () => new Promise((resolve) => setTimeout(() => resolve('1'), 5))
    })
    const codes = await Promise.all(Array.from({ length: 17 }, () => codeOf(turn, slow)))
    expect(codes.filter((code) => code === 'right')).to.have.length(3)
  })

  it('takes failures for alike that differ in a request id', async () => {
    const turn = openSession({ loop: false }).openTurn()
    let n = 0
    const fails = call({
      name: 'fails',
      run: () => {
        throw new Error(`upstream said no (request req_${(n += 1)}af)`)
      }
    })
    expect(await times(4, () => codeOf(turn, fails))).to.deep.equal([
      ...Array<string>(3).fill('error_in_body'),
      'retry_budget_exceeded'
    ])
  })

  it('stops an undeclared order that answers a new id each time', async () => {
    let orders = 0
    const tools = guardTools({ place_order: { execute: () => ({ id: (orders += 1) }) } }, { turn: openTurn() })
    for (let i = 0; i < 9; i++) await Promise.resolve(tools.place_order.execute()).catch(() => undefined)
    expect(orders).to.equal(3)
  })

  it('gives a deaf model the answer once, and says afterwards where it stands', async () => {
    const turn = openTurn()
    const read = call({ name: 'disk', run: () => '{"free_gb":31.84}' })
    for (let i = 0; i < 3; i++) await turn.run(read({}))
    const refusals = [expectLeft(await turn.run(read({}))), expectLeft(await turn.run(read({})))]
    expect(refusals.map(({ data }) => data)).to.deep.equal([{ free_gb: 31.84 }, undefined])
    expect(JSON.parse(toModelText(E.left(refusals[0] ?? expect.fail())))).to.have.deep.property('data', {
      free_gb: 31.84
    })
    expect(refusals[1]?.detail).to.equal('Asked for 5 times; not run. Its response is in the first refusal.')
  })

  it('gives again what was partial, and nothing longer than 16,384 characters', async () => {
    const turn = openTurn()
    const dataOf = async (name: string, run: () => unknown): Promise<unknown> => {
      const one = call({ name, run })
      for (let i = 0; i < 3; i++) await turn.run(one({}))
      return expectLeft(await turn.run(one({}))).data
    }
    const long = (chars: number) => () => JSON.stringify('x'.repeat(chars - 2))
    expect(await dataOf('part', () => incomplete('[1]', { detail: 'The rest is due.' }))).to.deep.equal([1])
    expect(await dataOf('just_fits', long(16_384))).to.have.length(16_382)
    expect(await dataOf('too_long', long(16_385))).to.equal(undefined)
  })

  it('keeps the newest 4 MiB of answers to give again', async () => {
    const turn = openTurn()
    const read = call({ name: 'read', run: () => JSON.stringify('x'.repeat(16_000)) })
    for (let id = 0; id < 300; id++) await times(3, () => codeOf(turn, read, { id }))
    const carried = async (id: number) => expectLeft(await turn.run(read({ id }))).data !== undefined
    expect([await carried(0), await carried(299)]).to.deep.equal([false, true])
  })

  it('keeps the others where one answer alone is longer', async () => {
    const turn = openTurn()
    const read = call({ name: 'read', run: () => '"x"' })
    const long = call({ name: 'long', maxBytes: 8_000_000, run: () => JSON.stringify('x'.repeat(5_000_000)) })
    const kept = call({ name: 'kept', run: () => JSON.stringify('y'.repeat(1_000)) })
    await times(3, () => codeOf(turn, kept, {}))
    for (const each of [read, long]) await times(3, () => codeOf(turn, each, {}))
    expect(expectLeft(await turn.run(kept({}))).data).to.have.length(1_000)
    expect(expectLeft(await turn.run(long({}))).code).to.equal('retry_budget_exceeded')
  })

  it('counts as newest what answered last, however early the call was first made', async () => {
    const turn = openTurn()
    const read = call({ name: 'read', run: () => JSON.stringify('x'.repeat(16_000)) })
    const ask = (ids: ReadonlyArray<number>) => Promise.all(ids.map((id) => turn.run(read({ id }))))
    await ask([0, 0, ...Array.from({ length: 120 }, (_, at) => at + 1)])
    await ask([0, ...Array.from({ length: 80 }, (_, at) => at + 200)])
    expect(expectLeft(await turn.run(read({ id: 0 }))).data).to.have.length(16_000)
  })

  it('says of an answer that JSON cannot say that it cannot be given again', async () => {
    const turn = openTurn()
    const Nothing = new t.Type<void>('Nothing', t.void.is, () => t.success(undefined), t.identity)
    const Big = new t.Type('Big', t.bigint.is, () => t.success(1n), t.identity)
    const hintOf = async <A>(codec: t.Type<A, A, unknown>): Promise<string | null> => {
      const one = guardedCall({ name: codec.name, effect: 'read', run: () => '1' }, codec)
      for (let i = 0; i < 3; i++) await turn.run(one())
      const { data, hint } = expectLeft(await turn.run(one()))
      expect(data).to.equal(undefined)
      return hint
    }
    const hint =
      'Do not make this call again in this turn. Its result is in an earlier message and cannot be repeated here.'
    expect([await hintOf(Nothing), await hintOf(Big)]).to.deep.equal([hint, hint])
  })

  it('lets a model go on for as long as it waits as it is asked to, and takes a wait of 0 for none', async () => {
    let now = 0
    const turn = openSession({ clock: () => now }).openTurn()
    const busy = (name: string, retryAfterMs: number) =>
      call({ name, run: () => failed(partialData({ code: 'busy', detail: 'Busy.', retryAfterMs })) })
    const [waits, atOnce] = [busy('waits', 1_000), busy('at_once', 0)]
    const codes = await times(40, () => {
      now += 1_000
      return codeOf(turn, waits)
    })
    expect(codes).to.deep.equal(Array<string>(40).fill('busy'))
    expect(await times(4, () => codeOf(turn, atOnce))).to.deep.equal([
      ...Array<string>(3).fill('busy'),
      'retry_budget_exceeded'
    ])
  })

  it('says until when a repeat has to wait, and lets it run then', async () => {
    let now = 0
    const turn = openSession({ clock: () => now }).openTurn()
    const busy = () => new Response('{}', { status: 429, headers: { 'retry-after': '60' } })
    const slow = call({ name: 'slow', run: busy })
    const asked = async () => {
      const { code, hint, retryAfterMs } = expectLeft(await turn.run(slow()))
      return JSON.stringify([code, hint, retryAfterMs])
    }
    const limited = '["rate_limited","The service asks for a wait of 60 seconds. Go on with other work first.",60000]'
    expect(await times(3, asked)).to.deep.equal([limited, limited, limited])
    now = 20_000
    const stop = 'Do not make this call again for 40 seconds.'
    expect(await times(2, asked)).to.deep.equal([
      `["retry_budget_exceeded","${stop} Go on with other work first.",40000]`,
      `["retry_budget_exceeded","${stop}",40000]`
    ])
    now = 60_000
    expect(await asked()).to.deep.equal(limited)
  })

  it('takes writes for the same by what their author says, and not by what their codec does not know', async () => {
    let sent = 0
    const mail = guardedCall(
      {
        name: 'mail',
        effect: 'write',
        args: t.type({ to: t.string, body: t.string }),
        identity: ({ to }) => ({ to }),
        run: () => String((sent += 1))
      },
      t.number
    )
    const turn = openTurn()
    expect((await turn.run(mail({ to: 'ada', body: 'Hello' })))._tag).to.equal('Right')
    const refused = expectLeft(await turn.run(mail({ to: 'ada', body: 'Dear Ada' })))
    expect([refused.code, refused.data]).to.deep.equal(['executed_with_other_arguments', 1])
    const pay = guardedCall({ name: 'pay', effect: 'write', args: t.type({ n: t.number }), run: () => '1' }, t.number)
    expect((await turn.run(pay.fromModel({ n: 1 })))._tag).to.equal('Right')
    expect(expectLeft(await turn.run(pay.fromModel({ n: 1, nonce: 'x' }))).code).to.equal('retry_budget_exceeded')
    expect(sent).to.equal(1)
  })

  it('stops a model that guesses arguments, and lets a valid call run', async () => {
    const turn = openTurn()
    const book = guardedCall(
      { name: 'book', effect: 'write', args: t.type({ title: t.string, qty: t.Int }), run: () => '1' },
      t.number
    )
    const codes: Array<string> = []
    for (let i = 0; i < 20; i++) codes.push(expectLeft(await turn.run(book.fromModel({ guess: i }))).code)
    expect(codes).to.deep.equal([
      ...Array<string>(3).fill('invalid_arguments'),
      ...Array<string>(17).fill('validation_cap_exceeded')
    ])
    expect((await turn.run(book.fromModel({ title: 'x', qty: 1 })))._tag).to.equal('Right')
    expect(expectLeft(await turn.run(book.fromModel({}))).code).to.equal('invalid_arguments')
  })

  it('counts nothing where code makes the calls', async () => {
    const turn = openSession({ budget: false, loop: false }).openTurn()
    const write = call({ name: 'write', effect: 'write', run: () => '1' })
    expect(await times(50, () => codeOf(turn, write))).to.deep.equal(right(50))
    const drifted = guardedCall<unknown, unknown>({ name: 'order', effect: 'read', run: () => '{"id":"7"}' }, t.number)
    const codes = await times(1_000, (id) => codeOf(turn, drifted, { id }))
    expect(new Set(codes)).to.deep.equal(new Set(['schema_violation']))
  })
})
