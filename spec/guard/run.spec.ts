import { expect } from 'chai'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  incomplete,
  openSession,
  openTurn,
  partialData,
  schemaMismatch,
  type CallContext
} from '../../lib/index.js'
import type { CallStart } from '../../lib/guard/observer.js'
import { Call } from '../../lib/guard/call.js'
import type { CheckedTool } from '../../lib/guard/tool.js'
import { failedJudgement } from '../../lib/guard/judgement.js'
import { run as runCall, type ToolRun } from '../../lib/guard/run.js'
import { stateOf } from '../../lib/guard/turn.js'
import { expectLeft } from '../helpers/either.js'

const reading = (
  does: CheckedTool<unknown>['run'],
  more: Partial<CheckedTool<unknown>> = {}
): CheckedTool<unknown> => ({
  name: 'look_up',
  effect: 'read',
  run: does,
  ...more
})

interface RunOptions {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly turnSignal?: AbortSignal
}

/** Runs a tool within a call of its own. */
const run = (
  tool: CheckedTool<unknown>,
  { timeoutMs = 1_000, signal, turnSignal }: RunOptions = {}
): ToolRun | Promise<ToolRun> => {
  const timed = { ...tool, timeoutMs }
  const turn = openTurn({ id: 'turn', ...(turnSignal === undefined ? {} : { signal: turnSignal }) })
  const state = stateOf({ turn }) ?? expect.fail('no turn')
  return runCall(new Call(timed, state, { callId: 'call', ...(signal === undefined ? {} : { signal }) }), timed, {})
}

const reasonOf = async (more: RunOptions, asked: boolean): Promise<unknown> => {
  let seen: AbortSignal | undefined
  const late: Array<() => AbortSignal> = []
  await run(
    reading((_args, context) => {
      if (asked) seen = context.signal
      late.push(() => context.signal)
      return new Promise(() => {})
    }),
    more
  )
  const reason = (seen ?? late[0]?.())?.reason as Error
  return [reason.name, reason.message]
}

describe('run', () => {
  const cancelled: ToolRun = {
    kind: 'ended',
    judgement: failedJudgement(
      schemaMismatch({ code: 'cancelled', detail: 'The caller cancelled the call while the tool was running.' }),
      'unknown',
      { lost: true }
    )
  }

  it('ends a call whose caller gave up, before or meanwhile, and says so', async () => {
    expect(
      await run(
        reading(() => new Promise(() => {})),
        { signal: AbortSignal.abort() }
      )
    ).to.deep.equal(cancelled)
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 5)
    expect(
      await run(
        reading(() => new Promise(() => {})),
        { turnSignal: new AbortController().signal, signal: controller.signal }
      )
    ).to.deep.equal(cancelled)
  })

  it('tells the tool by its signal why, whenever it asks', async () => {
    for (const asked of [true, false]) {
      expect(await reasonOf({ timeoutMs: 5 }, asked)).to.deep.equal(['TimeoutError', 'no answer within 5 ms'])
      expect(await reasonOf({ signal: AbortSignal.abort() }, asked)).to.deep.equal([
        'AbortError',
        'the caller cancelled the call'
      ])
    }
    await run(
      reading((_args, context) => {
        expect([
          context.signal === context.signal,
          context.signal.aborted,
          context.callId,
          context.turnId
        ]).to.deep.equal([true, false, 'call', 'turn'])
      })
    )
  })

  it('gives the tool a context that can be copied', async () => {
    let copy: Partial<CallContext> = {}
    await run(
      reading((_args, context) => {
        copy = { ...context }
        return new Promise(() => {})
      }),
      { timeoutMs: 5 }
    )
    expect(Object.keys(copy)).to.deep.equal(['callId', 'turnId', 'operationId', 'signal'])
    await new Promise(setImmediate)
    expect(copy.signal?.aborted).to.equal(true)
  })

  it('takes a value for the answer at once, and waits for whatever has a then that is a function', async () => {
    for (const answer of [undefined, null, 1, 'x', { then: 1 }, (x: number) => x])
      expect(run(reading(() => answer))).to.deep.equal({ kind: 'answered', answer })
    const later = (holder: object): object =>
      Object.defineProperty(holder, ['th', 'en'].join(''), {
        value: (resolve: (value: number) => void) => {
          resolve(7)
        }
      })
    for (const answer of [Promise.resolve(7), later({}), later(() => 1), Object.create(later({})) as object]) {
      expect(await run(reading(() => answer))).to.deep.equal({ kind: 'answered', answer: 7 })
    }
  })

  it('reads what is thrown, and takes a verdict that is thrown for one that is returned', async () => {
    const why = new TypeError('why')
    for (const does of [
      () => {
        throw why
      },
      () => Promise.reject(why)
    ]) {
      expect(await run(reading(does))).to.deep.equal({
        kind: 'ended',
        judgement: failedJudgement(
          schemaMismatch({ code: 'tool_threw', detail: 'The tool threw a TypeError.' }),
          'unknown',
          { cause: 'TypeError: why', thrown: { value: why, says: '', isBug: true } }
        )
      })
    }
    const verdict = failed(schemaMismatch({ code: 'mine', detail: 'x' }))
    expect(
      await run(
        reading(() => {
          throw verdict
        })
      )
    ).to.deep.equal({ kind: 'answered', answer: verdict })
  })
})

describe('the smaller request of a tool', () => {
  const hintOf = async (
    does: CheckedTool<unknown>['run'],
    more: Partial<CheckedTool<unknown>> = {}
  ): Promise<string | null> =>
    expectLeft(
      await openTurn().run(
        guardedCall(
          reading(does, { narrow: () => 'Call again with size=1.', timeoutMs: 5, maxBytes: 40, ...more }),
          t.type({ a: t.array(t.number) })
        )()
      )
    ).hint
  const never = () => new Promise(() => {})

  it('is told where a smaller one would help', async () => {
    const helped: ReadonlyArray<CheckedTool<unknown>['run']> = [
      never,
      () => '{"a":[1',
      () => `{"a":[${'1,'.repeat(40)}1]}`,
      () => failed(partialData({ code: 'timeout', detail: 'x' })),
      () => incomplete({ a: [1] }, { detail: 'Half.' }),
      () => failed(schemaMismatch({ code: 'too_large', detail: 'x' }))
    ]
    for (const does of helped) expect(await hintOf(does), String(does)).to.equal('Call again with size=1.')
  })

  it('is not told where it would change nothing', async () => {
    const lost: ReadonlyArray<CheckedTool<unknown>['run']> = [
      () => '{"a":7}',
      () => '{"a":[1],,',
      () => {
        throw new Error('x')
      },
      () => failed(schemaMismatch({ code: 'mine', detail: 'x' })),
      () => incomplete({ a: 7 }, { detail: 'Half.' }),
      () => incomplete(failed(schemaMismatch({ code: 'mine', detail: 'x' })), { detail: 'Half.' })
    ]
    for (const does of lost) expect(await hintOf(does), String(does)).not.to.equal('Call again with size=1.')
  })

  it('is told of a write only where nothing happened', async () => {
    const late = (executed: 'no' | 'unknown' | 'yes') => () =>
      failed(partialData({ code: 'timeout', detail: 'x' }), { executed })
    expect(await hintOf(late('no'), { effect: 'write' })).to.equal(
      'It was not executed: nothing happened. Call again with size=1.'
    )
    for (const does of [late('unknown'), late('yes'), never, () => '{"a":[1'])
      expect(await hintOf(does, { effect: 'write' })).not.to.include('size=1')
  })
})

describe('the start of a call', () => {
  it('is told with its description, where it has one', async () => {
    const starts: Array<CallStart> = []
    const turn = openSession({
      observers: [
        {
          start: (start) => {
            starts.push(start)
            return { end: () => {} }
          }
        }
      ]
    }).openTurn({ id: 'turn' })
    for (const more of [{ description: 'Looks up.' }, {}])
      await turn.run(
        guardedCall(
          reading(() => '1', more),
          t.number
        )({ q: 1 }, { callId: 'call' })
      )
    const start = { callId: 'call', turnId: 'turn', tool: 'look_up', effect: 'read', args: { q: 1 } }
    expect(starts).to.deep.equal([{ ...start, description: 'Looks up.' }, start])
  })
})
