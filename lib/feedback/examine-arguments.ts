/** Examines one attempt of a model's arguments: its ids first, then the codec, then repairs that need no question. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { repairData } from '../core/json/index.js'
import { type Issue, type ToolError, schemaMismatch, semanticGarbage } from '../core/errors/index.js'
import {
  decodeArgs,
  invalidArguments,
  callKeyOf,
  refuse,
  decodedArguments,
  type CallArguments
} from '../guard/kernel.js'
import { abandon } from '../core/foreign/index.js'

// -- model

export interface Examiner<Args> {
  readonly codec: t.Type<Args, unknown>
  readonly checkIds: ((args: Readonly<Record<string, unknown>>) => boolean) | undefined
  readonly coerce: boolean
}

export type ArgumentVerdict<Args> =
  | { readonly kind: 'fits'; readonly callArguments: CallArguments<Args>; readonly repairs: ReadonlyArray<string> }
  /** The codec refused them. Only in this case does the model get another attempt. */
  | {
      readonly kind: 'refused'
      readonly issues: ReadonlyArray<Issue>
      readonly callArguments: CallArguments<Args>
      readonly data: unknown
    }
  | { readonly kind: 'fabricated'; readonly callArguments: CallArguments<Args> }
  | { readonly kind: 'unreadable'; readonly callArguments: CallArguments<Args> }

// -- ids

const fabricated = (): ToolError =>
  semanticGarbage({
    code: 'fabricated_id',
    detail: 'An id in the arguments looks made up: no result and no user gave it.'
  })

const checkThrew = (): ToolError =>
  schemaMismatch({ code: 'check_threw', detail: '`checkIds` threw instead of returning; the tool was not run.' })

/** Why the ids of these arguments end the call; undefined if they may pass. */
const refusedIds = <Args>({ checkIds }: Examiner<Args>, data: unknown): ToolError | undefined => {
  if (checkIds === undefined) return undefined
  try {
    // `null` is the only JSON value whose fields cannot be read.
    const madeUp: unknown = checkIds((data ?? {}) as Readonly<Record<string, unknown>>)
    abandon(madeUp)
    // A promise is not a decision yet.
    if (madeUp instanceof Promise) return checkThrew()
    return madeUp ? fabricated() : undefined
  } catch {
    return checkThrew()
  }
}

// -- one attempt

// A codec may refuse without giving a reason.
const UNSAID: Issue = {
  path: [],
  kind: 'constraint',
  expected: 'arguments that fit the tool',
  received: 'object',
  message: 'the arguments do not fit the tool'
}

const ended = <Args>(error: ToolError, data: unknown): ArgumentVerdict<Args> => ({
  kind: error.code === 'fabricated_id' ? 'fabricated' : 'unreadable',
  callArguments: refuse<Args>(error, data)
})

const refusedFor = <Args>(issues: ReadonlyArray<Issue>, data: unknown): ArgumentVerdict<Args> => {
  const said = issues.length === 0 ? [UNSAID] : issues
  return { kind: 'refused', issues: said, callArguments: refuse<Args>(invalidArguments(said), data), data }
}

const repairedOrRefused = <Args>(
  examiner: Examiner<Args>,
  data: unknown,
  issues: ReadonlyArray<Issue>
): ArgumentVerdict<Args> => {
  const found = repairData(data, issues, (repaired) => {
    const decoded = decodeArgs(examiner.codec, repaired)
    return E.isRight(decoded) ? [] : decoded.left.issues
  })
  if (found.repairs.length === 0) return refusedFor(issues, data)
  // An id inside a JSON text becomes visible only after the repair.
  const refused = refusedIds(examiner, found.data)
  if (refused !== undefined) return ended(refused, data)
  const decoded = decodeArgs(examiner.codec, found.data)
  if (E.isLeft(decoded)) return refusedFor(found.issues, data)
  const { codec } = examiner
  const callArguments = decodedArguments(codec, decoded, found.data, callKeyOf(found.data))
  return { kind: 'fits', callArguments, repairs: found.repairs }
}

/** Examines arguments of a model. Never throws; what is not data, or makes a codec throw, no model corrects. */
export const examineArguments = <Args>(examiner: Examiner<Args>, input: unknown): ArgumentVerdict<Args> => {
  const known = callKeyOf(input)
  const { value, data } = known
  if (E.isLeft(value)) return ended(value.left, input)
  const refused = refusedIds(examiner, data)
  if (refused !== undefined) return ended(refused, data)
  const decoded = decodeArgs(examiner.codec, value.right)
  if (E.isRight(decoded)) {
    const callArguments = decodedArguments(examiner.codec, decoded, value.right, known)
    return { kind: 'fits', callArguments, repairs: [] }
  }
  const { error, issues } = decoded.left
  if (issues === undefined) return ended(error, data)
  return examiner.coerce ? repairedOrRefused(examiner, data, issues) : refusedFor(issues, data)
}
