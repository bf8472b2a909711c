import { expect } from 'chai'
import * as t from 'io-ts'
import * as E from 'fp-ts/lib/Either.js'
import { guardedCall, openTurn, repairArguments, withPartial, type HasTurn, type Turn } from '../../lib/index.js'
import { NO_TURN } from '../../lib/guard/turn.js'

const one = guardedCall({ name: 'one', effect: 'read', run: () => '1' }, t.number)

describe('a turn', () => {
  it('is what openTurn made, and no likeness of it', async () => {
    const likenesses: ReadonlyArray<unknown> = [
      undefined,
      null,
      'a turn',
      { id: 'a' },
      { ...openTurn() },
      new Proxy(openTurn(), {}),
      Object.create(openTurn())
    ]
    for (const turn of likenesses) {
      expect(await one()({ turn } as HasTurn)()).to.deep.equal(E.left(NO_TURN))
    }
    for (const environment of [undefined, null, 7, {}, new Proxy({}, { get: () => expect.fail('was asked') })]) {
      expect(await one()(environment as unknown as HasTurn)()).to.deep.equal(E.left(NO_TURN))
    }
    expect(NO_TURN).to.deep.equal({
      error_class: 'schema_mismatch',
      code: 'cancelled',
      detail:
        'The call was made without a turn that `openTurn()` or `session.openTurn()` gave, so the tool was not run: run it by `turn.run(call)`, or give it `{ turn }`.',
      hint: 'The program makes a mistake with this call: tell the user that the tool is unavailable.'
    })
  })

  it('lets its functions be handed around by themselves', async () => {
    const turn = openTurn({ id: 'a' })
    const { run, close } = turn
    expect(await run(one())).to.deep.equal({ _tag: 'Right', right: 1 })
    close()
    expect(await run(one())).to.have.nested.property('left.code', 'cancelled')
    expect(turn.calls.map(({ callId, turnId, outcome }) => [callId, turnId, outcome])).to.deep.equal([
      ['a.1', 'a', 'right'],
      ['a.2', 'a', 'schema_mismatch']
    ])
    expect(turn.count).to.equal(2)
  })

  it('rejects what leads to no Either in a sentence, and runs nothing', async () => {
    let ran = 0
    const write = guardedCall({ name: 'write', effect: 'write', args: t.type({}), run: () => ++ran }, t.number)
    const turn = openTurn()
    const wrong: ReadonlyArray<unknown> = [
      write,
      write.fromModel,
      withPartial(write),
      repairArguments(write, { ask: () => Promise.resolve(undefined) }),
      undefined,
      null,
      {},
      'write',
      () => 5,
      () => undefined,
      () => () => 5,
      () => () => undefined,
      () => () => write,
      () => async () => 'done',
      () => async () => ({ left: 1 }),
      async () => ({ _tag: 'Right', right: 1 })
    ]
    for (const call of wrong) {
      const thrown = await Promise.resolve()
        .then(() => turn.run(call as Parameters<Turn['run']>[0]))
        .catch((reason: unknown) => reason)
      expect(thrown, String(call)).to.be.instanceOf(TypeError)
      expect((thrown as TypeError).message).to.equal(
        'Expected `turn.run` to be given a call with its arguments, as in `turn.run(search({ q: "x" }))`, or another ReaderTaskEither.'
      )
    }
    expect([ran, turn.count]).to.deep.equal([0, 0])
  })

  it('hands on what a pipeline throws or rejects with', async () => {
    const own = new RangeError('mine')
    const pipelines: ReadonlyArray<() => () => Promise<never>> = [
      () => {
        throw own
      },
      () => () => {
        throw own
      },
      () => () => Promise.reject(own)
    ]
    for (const pipeline of pipelines) {
      const thrown: unknown = await openTurn()
        .run(pipeline)
        .catch((reason: unknown) => reason)
      expect(thrown).to.equal(own)
    }
  })

  it('gives copies of its list of calls', async () => {
    const turn = openTurn()
    await turn.run(one())
    const calls = turn.calls as Array<unknown>
    calls.length = 0
    expect(turn.calls).to.have.length(1)
  })
})
