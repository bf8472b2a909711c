/** The bounded loop of one structured output: generate, judge, ask for what is wrong. */
import * as E from 'fp-ts/lib/Either.js'
import { partialData, schemaMismatch, type ToolError } from '../core/tool-error.js'
import { stateOf, type Turn } from '../guard/turn.js'
import { askModel, isOver, type Asked } from './ask-model.js'
import { failedTooOften } from './cap-exceeded.js'
import { changedFields } from './changed-fields.js'
import { judgeOutput, type OutputVerdict } from './judge-output.js'
import { noteOutput, type OutputOutcome } from './output-log.js'
import type { StructuredOutput, StructuredOutputOptions } from './output-options.js'
import { readOutput, type Output } from './read-output.js'
import { retryPrompt } from './retry-prompt.js'

// -- model

export interface OutputPlan<A, B> extends Pick<StructuredOutputOptions<A, B>, 'generate' | 'codec'> {
  readonly semanticCheck: StructuredOutputOptions<A, B>['semanticCheck']
  readonly lessons: StructuredOutputOptions<A, B>['lessons']
  readonly fallback: StructuredOutputOptions<A, B>['fallback']
  readonly temperatures: ReadonlyArray<number>
  readonly attempts: number
  readonly timeoutMs: number
}

type Invalid = Extract<OutputVerdict<unknown>, { readonly kind: 'invalid' }>

interface Failed {
  readonly output: Output
  readonly verdict: Invalid
}

interface Ending<A> {
  readonly outcome: OutputOutcome
  readonly attempts: number
  readonly result: E.Either<ToolError, A>
  readonly cause?: string
}

// -- errors

const cancelled = (): ToolError =>
  schemaMismatch({ code: 'cancelled', detail: 'The caller cancelled before an output was valid.' })

const unanswered = (kind: 'threw' | 'timed_out', timeoutMs: number): ToolError =>
  kind === 'threw'
    ? schemaMismatch({
        code: 'tool_threw',
        detail: 'The model could not be asked for an output: `generate` threw.',
        hint: 'Tell the user that the model cannot be reached.'
      })
    : partialData({
        code: 'timeout',
        detail: `The model gave no output within ${timeoutMs} ms.`,
        hint: 'Ask for a smaller output, or tell the user.'
      })

// -- the parts of an attempt

const generate = <A, B>(
  plan: OutputPlan<A, B>,
  prompt: string,
  attempt: number,
  signals: ReadonlyArray<AbortSignal>
): Promise<Asked<unknown>> => {
  const { temperatures, timeoutMs } = plan
  const temperature = temperatures[Math.min(attempt, temperatures.length) - 1] ?? 0
  return askModel((signal) => plan.generate(prompt, { temperature, attempt, signal }), { signals, timeoutMs })
}

const rewritten = (before: Failed | undefined, { data }: Output): ReadonlyArray<string> => {
  const mentioned = before?.verdict.mentioned
  return before === undefined || mentioned === undefined || E.isLeft(before.output.data) || E.isLeft(data)
    ? []
    : changedFields(before.output.data.right, data.right, mentioned)
}

const simpler = <A, B>(
  { fallback, semanticCheck }: OutputPlan<A, B>,
  request: string,
  last: Failed
): E.Either<undefined, B> => {
  if (fallback?.codec === undefined) return E.left(undefined)
  const verdict = judgeOutput<B>(fallback.codec, semanticCheck, request, last.output)
  return verdict.kind === 'valid' ? E.right(verdict.value) : E.left(undefined)
}

const cached = <A, B>({ fallback }: OutputPlan<A, B>): E.Either<undefined, B> =>
  fallback !== undefined && 'value' in fallback ? E.right(fallback.value) : E.left(undefined)

// Lessons may be wrapped by the caller, who stores them somewhere: no output is lost to what that throws.
const quietly = <A>(act: () => A): A | undefined => {
  try {
    return act()
  } catch {
    return undefined
  }
}

// -- the loop

const loop = async <A, B>(
  plan: OutputPlan<A, B>,
  request: string,
  turn: Turn,
  changed: Set<string>
): Promise<Ending<A | B>> => {
  const state = stateOf(turn)
  const note = quietly(() => plan.lessons?.offer())
  const asked = note === undefined ? request : `${request}\n\n${note}`
  const endWith = (
    outcome: OutputOutcome,
    attempts: number,
    error: ToolError,
    instead: E.Either<undefined, B>
  ): Ending<A | B> =>
    E.isRight(instead)
      ? { outcome: 'fallback', attempts, result: instead }
      : { outcome, attempts, result: E.left(error) }

  let prompt = asked
  let last: Failed | undefined
  for (let attempt = 1; ; attempt++) {
    if (isOver(state, state.signals))
      return { outcome: 'cancelled', attempts: attempt - 1, result: E.left(cancelled()) }
    const generated = await generate(plan, prompt, attempt, state.signals)
    if (generated.kind === 'cancelled') return { outcome: 'cancelled', attempts: attempt, result: E.left(cancelled()) }
    if (generated.kind !== 'answered') {
      const ending = endWith('unanswered', attempt, unanswered(generated.kind, plan.timeoutMs), cached(plan))
      return generated.kind === 'threw' ? { ...ending, cause: generated.cause } : ending
    }
    const output = readOutput(generated.answer)
    for (const path of rewritten(last, output)) changed.add(path)
    const verdict = judgeOutput<A>(plan.codec, plan.semanticCheck, request, output)
    if (verdict.kind === 'valid') return { outcome: 'valid', attempts: attempt, result: E.right(verdict.value) }
    if (verdict.kind === 'broken') return { outcome: 'broken', attempts: attempt, result: E.left(verdict.error) }
    quietly(() => plan.lessons?.learn(verdict.issues))
    last = { output, verdict }
    if (attempt >= plan.attempts) {
      return endWith(
        'exhausted',
        attempt,
        failedTooOften(plan.codec.name, attempt, verdict.lines),
        E.alt(() => cached(plan))(simpler(plan, request, last))
      )
    }
    prompt = retryPrompt({
      request: asked,
      output: output.text,
      problems: verdict.problems,
      attempt: attempt + 1,
      attempts: plan.attempts
    })
  }
}

/** Generates until an output is valid, and says how it ended in the log. Never rejects. */
export const generateValid = async <A, B>(
  plan: OutputPlan<A, B>,
  request: string,
  turn: Turn
): Promise<E.Either<ToolError, StructuredOutput<A | B>>> => {
  const changed = new Set<string>()
  const { outcome, attempts, result, cause } = await loop(plan, request, turn, changed)
  noteOutput(stateOf(turn).settings, {
    codec: plan.codec.name,
    turnId: turn.id,
    outcome,
    attempts,
    changed: [...changed],
    cause
  })
  return E.isLeft(result)
    ? result
    : E.right({ value: result.right, attempts, changed: [...changed], fallback: outcome === 'fallback' })
}
