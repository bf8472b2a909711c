/** Observe mode: judges and records responses, and changes nothing. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { judgeAnswer, callKeyOf, policyFor, type CallRecorder } from '../../guard/kernel.js'
import { effectOf } from '../../core/calls/index.js'
import { abandon } from '../../core/foreign/index.js'
import { policiesByName, type AnyPolicy, type AnyJudgedTool } from './judged-tool.js'

// -- model

/** One call of a tool that somebody else makes. @category Traffic @since 0.1.0 */
export interface ObservedCall<Answer> {
  readonly tool: string
  readonly answer: Answer
  readonly args?: unknown
  /** @default what its name tells, else 'read' */
  readonly effect?: 'read' | 'write'
  readonly callId?: string
  readonly turnId?: string
  readonly ms?: number
}

// -- constructors

// Even without a codec, reading recognizes a cut body and a web page.
const ANYTHING: AnyPolicy = policyFor<unknown, unknown>({ codec: t.unknown })

/**
 * Makes a function that judges a response, records it, and returns it unchanged, for adapters and proxies that only
 * report what a guard would say. Never throws. Without a codec, only reading is judged.
 *
 * @category Traffic @since 0.1.0
 */
export const observer = (
  recorder: CallRecorder,
  tools: ReadonlyArray<AnyJudgedTool> = []
): (<Answer>(call: ObservedCall<Answer>) => Answer) => {
  const judges = policiesByName(tools)
  const observe = (call: ObservedCall<unknown>): void => {
    const { data, key } = callKeyOf(call.args)
    const { result, bytes, text, raw, executed, issues } = judgeAnswer(
      judges.get(call.tool) ?? ANYTHING,
      data,
      call.answer
    )
    const error = E.isLeft(result) ? result.left : undefined
    abandon(
      recorder.record({
        record: {
          callId: call.callId ?? crypto.randomUUID(),
          turnId: call.turnId ?? 'observed',
          tool: call.tool,
          effect: effectOf(call.tool, call.effect).effect,
          args: data,
          argsHash: key.hash,
          outcome: error?.error_class ?? 'right',
          code: error?.code ?? null,
          executed,
          ms: call.ms ?? 0,
          bytes
        },
        detail: error?.detail ?? null,
        issues,
        answer: { text, raw }
      })
    )
  }
  return (call) => {
    try {
      observe(call)
    } catch {
      // Observing must have no visible effect.
    }
    return call.answer
  }
}
