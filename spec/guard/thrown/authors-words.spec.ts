/** The words that authors put what their tools throw into: of one tool, of all that an adapter guards, of a session. */
import { expect } from 'chai'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  guardFunctions,
  openSession,
  openTurn,
  partialData,
  semanticGarbage,
  type SessionOptions,
  type Tool
} from '../../../lib/index.js'
import type { AuthorsError, ErrorWords } from '../../../lib/guard/tool.js'
import { expectLeft } from '../../helpers/either.js'

class Locked extends Error {}

const writing = async (tool: Partial<Tool<unknown>>, session: SessionOptions = {}) => {
  const run = () => {
    throw new Locked('row 9 of t_orders')
  }
  const turn = openSession(session).openTurn()
  const call = guardedCall<unknown, unknown>({ name: 'place', effect: 'write', run, ...tool }, t.unknown)
  const error = expectLeft(await turn.run(call({})))
  return { ...error, executed: turn.calls[0]?.executed }
}

const says =
  (detail: string): ErrorWords<unknown> =>
  () => ({ code: 'locked', detail, hint: null })

describe('the words of an author for a throw', () => {
  const UNKNOWN = 'It is unknown whether it was executed: verify with a read before doing anything else.'

  it('may be a ToolError, or a plain error whose class is that of its code', async () => {
    const plain = { code: 'rate_limited', detail: 'The warehouse is busy.', hint: 'Ask again tomorrow.' }
    const written = {
      ...plain,
      error_class: 'partial_data',
      hint: `${UNKNOWN} Ask again tomorrow.`,
      executed: 'unknown'
    }
    expect(await writing({ errors: () => plain })).to.deep.equal(written)
    expect(await writing({ errors: () => partialData(plain) })).to.deep.equal(written)
    expect(await writing({ errors: () => ({ code: 'locked', detail: 'Locked.' }) })).to.deep.equal({
      error_class: 'semantic_garbage',
      code: 'locked',
      detail: 'Locked.',
      hint: UNKNOWN,
      executed: 'unknown'
    })
  })

  it('may say by `failed` what became of a write, and quote somebody', async () => {
    const errors = () => failed({ code: 'locked', detail: 'Locked.', hint: null }, { executed: 'no', says: 'by Ada' })
    expect(await writing({ errors })).to.deep.equal({
      error_class: 'semantic_garbage',
      code: 'locked',
      detail: 'Locked. The tool says: "by Ada".',
      hint: 'It was not executed: nothing happened.',
      executed: 'no'
    })
  })

  it('come from the tool first, then from the session, and else from the guard', async () => {
    const none = () => undefined
    const throwing = () => {
      throw new Error('mine')
    }
    const detailOf = async (own?: ErrorWords<unknown>, all?: ErrorWords<unknown>): Promise<string> => {
      const tool = own === undefined ? {} : { errors: own }
      return (await writing(tool, all === undefined ? {} : { errors: all })).detail
    }
    expect(await detailOf(says('the tool'), says('the session'))).to.equal('the tool')
    for (const own of [none, throwing, () => 7, () => ({ code: 'locked' }), undefined])
      expect(await detailOf(own, says('the session'))).to.equal('the session')
    expect(await detailOf(none, none)).to.equal('The tool says: "row 9 of t_orders".')
  })

  it('come from a rule first, then from the adapter, then from the session', async () => {
    const tools = {
      a: () => Promise.reject(new Locked('a')),
      b: () => Promise.reject(new Locked('b'))
    }
    const detailOf = async (name: 'a' | 'b', errors?: ErrorWords<unknown>): Promise<string> => {
      const turn = openSession({ errors: says('the session') }).openTurn()
      const guarded = guardFunctions(tools, {
        turn,
        rules: { a: { errors: says('the rule') } },
        ...(errors === undefined ? {} : { errors })
      })
      const thrown: unknown = await guarded[name]().catch((error: unknown) => error)
      return (JSON.parse((thrown as Error).message) as { readonly detail: string }).detail
    }
    expect(await detailOf('a', says('the adapter'))).to.equal('the rule')
    expect(await detailOf('b', says('the adapter'))).to.equal('the adapter')
    expect(await detailOf('b')).to.equal('the session')
  })

  it('are refused where they are no function', () => {
    const errors = {} as never
    for (const open of [
      () => openSession({ errors }),
      () => openTurn({ errors }),
      () => guardFunctions({}, { turn: openTurn(), errors })
    ])
      expect(open).to.throw(TypeError, 'Expected `errors` to be a function.')
  })
})

describe('failed', () => {
  const returned = async (error: AuthorsError) =>
    expectLeft(await openTurn().run(guardedCall({ name: 'a', effect: 'read', run: () => failed(error) }, t.unknown)()))

  it('takes a plain error, whose class is that of its code, as it takes a made one', async () => {
    const noSuch = { code: 'not_found', detail: 'There is no order 9.' }
    expect(await returned(noSuch)).to.deep.equal(semanticGarbage(noSuch))
    expect(await returned({ code: 'timeout', detail: 'Too late.', hint: null })).to.deep.equal({
      error_class: 'partial_data',
      code: 'timeout',
      detail: 'Too late.',
      hint: null
    })
    expect(await returned(partialData(noSuch))).to.deep.equal(partialData(noSuch))
  })

  it('stays a failure whatever else it is given', async () => {
    for (const wrong of [undefined, null, 'x', {}, { code: 'locked' }, { detail: 'Locked.' }, { code: 1, detail: 2 }])
      expect((await returned(wrong as never)).code).to.equal('tool_threw')
  })
})
