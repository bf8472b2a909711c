import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import {
  type Exchange,
  type Loop,
  type LoopOptions,
  type LoopState,
  type NextCall,
  type SeenExchange,
  cycleIn,
  detectLoop,
  failuresAhead,
  loopIn,
  loopRules,
  noted,
  restoredLoop,
  savedLoop,
  seenArgs
} from '#core/calls'

const right = (tool: string, args: unknown, result: unknown, turn = 1): Exchange => ({
  tool,
  args,
  result,
  outcome: 'right',
  code: null,
  turn
})

const left = (tool: string, args: unknown, code: string, turn = 1, result: unknown = code): Exchange => ({
  tool,
  args,
  result,
  outcome: 'semantic_garbage',
  code,
  turn
})

const times = <A>(n: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: n }, (_, at) => make(at))

const found = (exchanges: ReadonlyArray<Exchange>, options = {}): Loop | null =>
  O.toNullable(detectLoop(exchanges, options))

const roundOf = (turn: number): ReadonlyArray<Exchange> => [
  right('who', {}, 'me', turn),
  left('order', {}, 'timeout', turn)
]

const fail = (n: number): Exchange => left('a', { n }, 'rate_limited')

const failedWith = (n: number, text: string): Exchange => ({
  tool: 'a',
  args: { n },
  result: text,
  outcome: 'failed',
  code: null,
  turn: 1
})

const asIs = (text: string): string => text

const seenOf = (
  exchanges: ReadonlyArray<Exchange>,
  options: LoopOptions = {},
  digest = asIs,
  before: ReadonlyArray<SeenExchange> = []
): ReadonlyArray<SeenExchange> => {
  const rules = loopRules(options, digest)
  return exchanges.reduce((seen, exchange) => noted(seen, exchange, rules), before)
}

/** The loop that a call would continue. */
const ahead = (
  seen: ReadonlyArray<SeenExchange>,
  { tool, args, turn, address }: Pick<Exchange, 'tool' | 'args' | 'turn' | 'address'>,
  options: LoopOptions = {}
): Loop | undefined => {
  const rules = loopRules(options)
  const next: NextCall = { tool, args: seenArgs(args, rules), turn, address: () => address }
  return cycleIn(seen, rules, next) ?? failuresAhead(seen, next)?.loop
}

const call = (n: number): Exchange =>
  right('a', { id: 1, request_id: n }, { ok: true, took_ms: n, at: [{ took_ms: n }] })

describe('detectLoop', () => {
  describe('exact repeats', () => {
    it('are a loop after three, within one turn', () => {
      expect(found(times(2, () => right('a', { id: 1 }, 'same')))).equal(null)
      expect(found(times(3, () => right('a', { id: 1 }, 'same')))).deep.equal({
        kind: 'repeat',
        calls: [{ tool: 'a', times: 3 }],
        code: null,
        turns: 1
      })
    })

    it('count across turns where they failed', () => {
      expect(found(times(3, (turn) => left('a', {}, 'not_found', turn)))).deep.equal({
        kind: 'repeat',
        calls: [{ tool: 'a', times: 3 }],
        code: 'not_found',
        turns: 3
      })
    })

    it('do not count across turns where they were fine: a later turn may ask again', () => {
      expect(found(times(20, (turn) => right('weather', { city: 'Oslo' }, 'rain', turn)))).equal(null)
      expect(found([1, 1, 2, 2].map((turn) => right('weather', { city: 'Oslo' }, 'rain', turn)))).equal(null)
    })

    it('are counted in full, not only as far as proves them', () => {
      expect(found(times(17, () => left('a', {}, 'timeout')))).deep.include({ calls: [{ tool: 'a', times: 17 }] })
    })

    it('take the same arguments in another order of keys for the same, and none for an empty object', () => {
      expect(
        found([left('a', { x: 1, y: 2 }, 'e'), left('a', { y: 2, x: 1 }, 'e'), left('a', { x: 1, y: 2 }, 'e')])
      ).not.equal(null)
      expect(found([left('a', undefined, 'e'), left('a', {}, 'e'), left('a', null, 'e')])).not.equal(null)
      expect(
        found([left('a', { x: 1 }, 'not_found'), left('a', { x: '1' }, 'not_found'), left('a', { x: 1 }, 'not_found')])
      ).equal(null)
    })

    it('are told apart by tool, outcome and code', () => {
      expect(
        found([left('a', {}, 'e', 1, 'x'), left('b', {}, 'e', 1, 'x'), left('a', {}, 'f', 1, 'x'), right('a', {}, 'x')])
      ).equal(null)
    })

    it('are broken by any other call with a new result', () => {
      const failed = left('a', {}, 'timeout')
      expect(found([failed, failed, right('b', {}, 'news'), failed])).equal(null)
      expect(found([failed, failed, failed, right('b', {}, 'news')])).equal(null)
      expect(found(times(40, (n) => (n % 2 === 0 ? failed : right('b', { n }, n))))).equal(null)
    })
  })

  describe('cycles', () => {
    for (const length of [2, 3, 4, 5]) {
      it(`of ${length} calls are a loop after three rounds`, () => {
        const round = times(length, (n) => right('tool', { n }, `answer ${n}`))
        expect(found([...round, ...round, ...round.slice(1)])).equal(null)
        const loop = found([...round, ...round, ...round])
        expect(loop).deep.include({ kind: 'cycle', code: null, turns: 1 })
        expect(loop?.calls).deep.equal(times(length, () => ({ tool: 'tool', times: 3 })))
      })
    }

    it('of one call that gives two answers by turns are one call', () => {
      const round = [left('a', {}, 'e'), left('a', {}, 'f')]
      expect(found([...round, ...round, ...round])).deep.equal({
        kind: 'cycle',
        calls: [{ tool: 'a', times: 6 }],
        code: null,
        turns: 1
      })
      const other = [...round, left('a', { other: 1 }, 'e')]
      expect(found([...other, ...other, ...other])?.calls).deep.equal([
        { tool: 'a', times: 6 },
        { tool: 'a', times: 3 }
      ])
    })

    it('of twelve calls are a loop, of thirteen none', () => {
      const twelve = times(12, (n) => left('tool', { n }, 'not_found'))
      expect(found([...twelve, ...twelve, ...twelve])).deep.include({ kind: 'cycle' })
      const round = times(13, (n) => left('tool', { n }, 'not_found'))
      expect(found([...round, ...round, ...round, ...round])).equal(null)
    })

    it('are seen whatever the order in which parallel calls settle', () => {
      const [a, b] = [right('a', {}, 'x'), right('b', {}, 'y')]
      expect(found([a, b, b, a, a, b])).deep.include({ kind: 'cycle' })
    })

    it('may go through calls that were fine, where another fails across turns', () => {
      expect(found([...roundOf(1), ...roundOf(2)])).equal(null)
      expect(found([...roundOf(1), ...roundOf(2), ...roundOf(3)])).deep.equal({
        kind: 'repeat',
        calls: [{ tool: 'order', times: 3 }],
        code: 'timeout',
        turns: 3
      })
    })

    it('of failures between successes of the same call are a loop within one turn alone', () => {
      const [up, down] = [right('a', {}, 'ok'), left('a', {}, 'timeout')]
      expect(found(times(6, (n) => (n % 2 === 0 ? down : up)))).deep.include({ kind: 'cycle', turns: 1 })
      const across = [down, down, down, up, up, up, down, up, down].map((one, turn) => ({ ...one, turn }))
      expect(across.map((_, n) => found(across.slice(0, n)) !== null)).deep.equal(across.map((_, n) => n === 3))
      const since = [...across, ...times(3, (n) => ({ ...down, turn: 100 + n }))]
      expect(found(since)).deep.equal({ kind: 'repeat', calls: [{ tool: 'a', times: 4 }], code: 'timeout', turns: 4 })
    })

    it('say no code where their calls failed in several ways', () => {
      const round = [left('a', {}, 'e'), left('b', {}, 'f')]
      expect(found([...round, ...round, ...round])).deep.include({ kind: 'cycle', code: null })
    })
  })

  describe('one tool with one error', () => {
    it('is a loop after five, whatever the arguments', () => {
      expect(found(times(4, (n) => left('a', { n }, 'rejected_arguments', n)))).equal(null)
      expect(found(times(5, (n) => left('a', { n }, 'rejected_arguments', n)))).deep.equal({
        kind: 'same_error',
        calls: [{ tool: 'a', times: 5 }],
        code: 'rejected_arguments',
        turns: 5
      })
    })

    for (const code of [
      'not_found',
      'empty_result',
      'more_pages_available',
      'empty_first_page',
      'incomplete_response',
      'too_long_for_model',
      'cancelled'
    ]) {
      it(`is none with ${code}`, () => {
        expect(found(times(30, (n) => left('a', { n }, code, 1, `${code} ${n}`)))).equal(null)
      })
    }

    it('counts calls with other arguments, so that a poll which fails in new words is none', () => {
      expect(found(times(30, (n) => left('a', { job: 1 }, 'rate_limited', 1, `wait for ${'x'.repeat(n)}`)))).equal(null)
    })

    it('is cleared by other work, not by what was known before', () => {
      expect(found([fail(1), fail(2), fail(3), right('b', {}, 'news'), fail(4), fail(5)])).equal(null)
      expect(
        found([right('b', {}, 'old'), fail(1), fail(2), right('b', {}, 'old'), fail(3), fail(4), fail(5)])
      ).deep.include({ kind: 'same_error' })
    })

    it('is cleared by a success of its tool, new or not', () => {
      const [old, ofOther] = [right('a', { n: 0 }, 'old'), right('b', {}, 'old')]
      expect(found([old, ofOther, fail(1), fail(2), old, fail(3), fail(4), fail(5)])).equal(null)
      expect(found([old, ofOther, fail(1), fail(2), old, ...times(5, fail)])).deep.include({ kind: 'same_error' })
      const silent = times(6, (n): Exchange => ({ ...fail(n), place: 'a:443', address: 'a:443' }))
      const later = silent.slice(2)
      expect(found([old, ...silent.slice(0, 2), old, ...later])).deep.include({ place: 'address' })
      expect(found([right('a', { n: 3 }, 'old'), ...silent, right('a', { n: 3 }, 'old'), ...later])).equal(null)
    })

    it('is told by its text where it has no code', () => {
      expect(found(times(5, (n) => failedWith(n, 'Error: down')))).deep.equal({
        kind: 'same_error',
        calls: [{ tool: 'a', times: 5 }],
        code: null,
        turns: 1
      })
      expect(found(times(9, (n) => failedWith(n, `Error: request ${n} failed`)))).not.equal(null)
      expect(found(times(9, (n) => failedWith(n, `Error: ${'abcdefghi'[n]} is wrong`)))).equal(null)
    })
  })

  describe('a write that failed', () => {
    const put = (n: number, executed?: 'yes' | 'unknown'): Exchange => ({
      ...left('put', { n }, 'my_code', n),
      executed
    })

    it('says in its loop what became of it', () => {
      expect(found(times(3, () => put(1, 'unknown')))).deep.include({ kind: 'repeat', executed: 'unknown' })
      expect(found(times(5, (n) => put(n, n === 2 ? 'unknown' : 'yes')))).deep.include({
        kind: 'same_error',
        executed: 'unknown'
      })
      expect(found(times(5, (n) => put(n, 'yes')))).deep.include({ kind: 'same_error', executed: 'yes' })
      expect(found(times(3, () => put(1)))).not.have.property('executed')
    })

    it('does so in another process, too', () => {
      const seen = seenOf(times(3, (i) => ({ ...put(1, 'unknown'), turn: `of ${i}` })))
      const state = JSON.parse(JSON.stringify(savedLoop(seen))) as LoopState
      expect(ahead(restoredLoop(state), put(1))).deep.include({ executed: 'unknown' })
    })
  })

  describe('what is no loop', () => {
    it('is paging', () => {
      expect(found(times(60, (page) => left('list', { page }, 'more_pages_available', 1, `page ${page}`)))).equal(null)
      expect(found(times(60, (page) => right('list', { page }, { rows: [page] })))).equal(null)
    })

    it('is polling that moves', () => {
      expect(found(times(60, (n) => right('status', { job: 1 }, { progress: n })))).equal(null)
    })

    it('is eighty different calls of one tool, though each answers the same', () => {
      expect(found(times(80, (n) => right('create_event', { n }, 'ok')))).equal(null)
    })

    it('is nothing at all', () => {
      expect(found([])).equal(null)
    })
  })

  describe('options', () => {
    it('ignore volatile fields by name', () => {
      expect(found(times(3, call))).equal(null)
      expect(found(times(3, call), { ignoreArgs: ['request_id'], ignoreResultFields: ['took_ms'] })).deep.include({
        kind: 'repeat'
      })
      expect(found(times(3, call), { ignoreArgs: ['request_id'] })).equal(null)
    })

    it('set how many repeats, and how far back to look', () => {
      const failed = left('a', {}, 'not_found')
      expect(found([failed, failed], { repeats: 2 })).not.equal(null)
      expect(
        found(
          times(4, () => failed),
          { repeats: 5 }
        )
      ).equal(null)
      const round = times(5, (n) => left('b', { n }, 'not_found'))
      expect(found([...round, ...round, ...round], { window: 14 })).equal(null)
      expect(found([...round, ...round, ...round], { window: 15 })).not.equal(null)
    })

    it('that make no sense are refused in a sentence', () => {
      expect(() => loopRules({ repeats: 1 })).throw(TypeError, 'Expected `repeats` to be an integer of at least 2.')
      expect(() => loopRules({ repeats: 4, window: 3 })).throw(
        TypeError,
        'Expected `window` to be an integer of at least 4.'
      )
      expect(() => loopRules({ window: 2.5 })).throw(TypeError, 'Expected `window`')
    })
  })
})

const looping = (...exchanges: ReadonlyArray<Exchange>) => {
  const seen = seenOf(exchanges)
  return (next: Exchange): boolean => ahead(seen, next) !== undefined
}

describe('cycleIn and failuresAhead', () => {
  it('refuses the call that would go on with a repeat, and no other', () => {
    const next = looping(...times(3, (turn) => left('a', { id: 1 }, 'timeout', turn)))
    expect(
      [left('a', { id: 1 }, '', 4), left('a', { id: 2 }, '', 4), left('b', { id: 1 }, '', 4)].map(next)
    ).deep.equal([true, false, false])
  })

  it('refuses every call of a cycle', () => {
    const round = [right('a', {}, 'x'), right('b', {}, 'y')]
    const next = looping(...round, ...round, ...round)
    expect([right('b', {}, ''), right('a', {}, ''), right('c', {}, '')].map(next)).deep.equal([true, true, false])
  })

  it('leaves a call that repeats within its turn to the budget, and lets it be made again in a later turn', () => {
    const next = looping(...times(3, () => right('a', {}, 'x', 1)))
    expect([right('a', {}, '', 1), right('a', {}, '', 2)].map(next)).deep.equal([false, false])
  })

  it('refuses a tool that keeps failing alike, whatever the arguments', () => {
    const next = looping(...times(5, (n) => left('a', { n }, 'rate_limited')))
    expect([left('a', { n: 9 }, ''), left('b', { n: 9 }, '')].map(next)).deep.equal([true, false])
  })

  it('is not led astray by a second tool that fails in turn with the first', () => {
    const next = looping(...times(10, (n) => left(n % 2 === 0 ? 'a' : 'b', { n }, 'rate_limited')))
    expect([left('a', {}, ''), left('b', {}, ''), left('c', {}, '')].map(next)).deep.equal([false, true, false])
    const later = looping(...times(12, (n) => left(n % 2 === 0 ? 'a' : 'b', { n }, 'rate_limited')))
    expect([left('a', {}, ''), left('b', {}, ''), left('c', {}, '')].map(later)).deep.equal([true, true, false])
  })

  describe('of a place that does not answer', () => {
    const silent = (n: number, place: string, address?: string, tool = 'fetch'): Exchange => ({
      ...left(tool, { n }, 'timeout'),
      place,
      address
    })
    const next = (address?: string, tool = 'fetch') => ({ tool, args: { n: 99 }, turn: 1, address })

    it('hold it against that place alone, whatever the code and the tool', () => {
      const seen = seenOf([
        ...times(3, (n) => silent(n, 'a:443', 'a:443')),
        silent(3, 'a:443', 'a:443'),
        silent(4, 'a:443', 'a:443', 'get')
      ])
      expect(ahead(seen, next('a:443'))).deep.equal({
        kind: 'same_error',
        calls: [
          { tool: 'get', times: 1 },
          { tool: 'fetch', times: 4 }
        ],
        code: 'timeout',
        turns: 1,
        place: 'address'
      })
      expect(ahead(seen, next('b:443'))).equal(undefined)
    })

    it('count by the address that was named where what failed has many', () => {
      const seen = seenOf(times(5, (n) => silent(n, `10.0.0.${n}:443`, 'a:443')))
      expect([next('a:443'), next('b:443')].map((each) => ahead(seen, each) !== undefined)).deep.equal([true, false])
    })

    it('count by what failed where many addresses were named: it stands behind the tool', () => {
      const seen = seenOf(times(5, (n) => silent(n, 'backend:80', `site-${n}:443`)))
      expect(ahead(seen, next('another:443'))).deep.include({ place: 'service' })
      expect(ahead(seen, next('another:443', 'other'))).equal(undefined)
    })

    it('are held against the tool where it names no address', () => {
      const seen = seenOf(times(5, (n) => silent(n, 'db:5432', undefined, 'query')))
      expect([next(undefined, 'query'), next()].map((each) => ahead(seen, each)?.place)).deep.equal([
        'service',
        undefined
      ])
    })

    it('are no news: other places that are silent do not end the count', () => {
      const seen = seenOf([
        ...times(4, (n) => silent(n, 'a:443', 'a:443')),
        silent(4, 'b:443', 'b:443'),
        silent(5, 'a:443', 'a:443')
      ])
      expect(ahead(seen, next('a:443'))).not.equal(undefined)
    })

    it('are saved as digests, and read again', () => {
      const seen = seenOf(
        times(5, (n) => silent(n, 'a:443', 'a:443')),
        {},
        (text) => [...text].reverse().join('')
      )
      const state = JSON.stringify(savedLoop(seen))
      expect(state).not.include('a:443')
      const { digest: _, ...rules } = loopRules()
      const again = restoredLoop(JSON.parse(state) as LoopState)
      const other: NextCall = {
        tool: 'fetch',
        args: seenArgs({}, { ...rules, digest: asIs }),
        turn: 1,
        address: () => '344:a'
      }
      expect(failuresAhead(again, other)?.loop.place).equal('address')
      expect(failuresAhead(again, { ...other, address: () => '344:b' })).equal(undefined)
    })
  })

  it('counts no wrong ids: another may be right', () => {
    for (const wrong of [{ wrongId: true }, { code: 'fabricated_id' }, { code: 'wrong_entity' }])
      expect(found(times(30, (n) => ({ ...left('a', { n }, 'rejected_arguments'), ...wrong })))).equal(null)
  })

  it('answers the same however often it is asked', () => {
    const seen = seenOf(times(3, (n) => left('a', {}, 'timeout', n)))
    const first = ahead(seen, left('a', {}, ''))
    expect(first).not.equal(undefined)
    expect(ahead(seen, left('a', {}, ''))).deep.equal(first)
    expect(loopIn(seen, loopRules())).deep.equal(first)
  })

  it('tells loops as ever after any number of calls that were new', () => {
    const again = times(3, (turn) => left('a', { n: 'again' }, 'timeout', turn))
    for (const news of times(40, (at) => at)) {
      const seen = seenOf(
        times(news, (n) => right('a', { n }, n)),
        { window: 4 }
      )
      const loops = times(4, (n) =>
        ahead(seenOf(again.slice(0, n), { window: 4 }, asIs, seen), again[0] as Exchange, { window: 4 })
      )
      expect(
        loops.map((loop) => loop !== undefined),
        `after ${news}`
      ).deep.equal([false, false, false, true])
    }
  })

  it('is cleared by a new result of another call', () => {
    const failed = left('a', {}, 'timeout')
    expect(looping(failed, failed, failed, right('b', {}, 'news'))(failed)).equal(false)
  })

  it('digests long answers when they have to make room, the oldest first, and knows them again', () => {
    const digested: Array<string> = []
    const digestResult = (text: string): string => {
      digested.push(text.slice(0, 2))
      return `digest of ${text.slice(0, 2)}`
    }
    const long = (n: number): string => `${n} ${'x'.repeat(120_000)}`
    const most = seenOf(
      times(34, (n) => right('a', { n }, long(n), n)),
      {},
      digestResult
    )
    expect(digested).deep.equal([])
    const all = seenOf([right('b', {}, long(34), 34)], {}, digestResult, most)
    expect(digested).deep.equal(['0 '])
    const again = seenOf(
      times(3, () => right('a', { n: 0 }, long(0), 35)),
      {},
      digestResult,
      all
    )
    expect(loopIn(again, loopRules())).deep.include({ kind: 'repeat', calls: [{ tool: 'a', times: 3 }], turns: 1 })
  })

  it('stays bounded', () => {
    const news = times(10_000, (n) => right('a', { n }, n))
    const seen = seenOf([...news, ...times(3, () => right('b', {}, 'x'))], { window: 3 })
    expect(seen).to.have.length(3)
    expect(loopIn(seen, loopRules({ window: 3 }))).deep.equal({
      kind: 'repeat',
      calls: [{ tool: 'b', times: 3 }],
      code: null,
      turns: 1
    })
  })
})
