/** Looks at one attempt of a model's arguments: its ids first, then the codec, then what can be mended without asking. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { copyData } from '../core/foreign/copy-data.js'
import { formatPath, type Issue, type Path } from '../core/issue.js'
import { schemaMismatch, semanticGarbage, type ToolError } from '../core/tool-error.js'
import { decodeArgs, invalidArguments, callKeyOf, refuse, take, type CallArguments } from '../guard/kernel.js'
import { abandon } from '../core/foreign/promises.js'
import { leadsTo, withValueAt } from './data-path.js'
import { valueAt } from '../core/foreign/property.js'

// -- model

export interface Examiner<Args> {
  readonly codec: t.Type<Args, unknown>
  readonly checkIds: ((args: Readonly<Record<string, unknown>>) => boolean) | undefined
  readonly coerce: boolean
}

export type ArgumentVerdict<Args> =
  | { readonly kind: 'fits'; readonly taken: CallArguments<Args>; readonly mendings: ReadonlyArray<string> }
  /** The codec's own refusal, which alone the model is asked to mend. */
  | {
      readonly kind: 'refused'
      readonly issues: ReadonlyArray<Issue>
      readonly taken: CallArguments<Args>
      readonly data: unknown
    }
  | { readonly kind: 'fabricated'; readonly taken: CallArguments<Args> }
  | { readonly kind: 'unreadable'; readonly taken: CallArguments<Args> }

export interface RepairedData {
  readonly data: unknown
  /** What was done, in order: `tags: single_value_to_array`. */
  readonly mendings: ReadonlyArray<string>
  /** What is still wrong; none where the codec is content. */
  readonly issues: ReadonlyArray<Issue>
}

interface Remedy {
  readonly name: 'null_text_to_null' | 'text_to_number' | 'json_text_to_value' | 'single_value_to_array'
  readonly value: unknown
}

// -- ids

const fabricated = (): ToolError =>
  semanticGarbage({
    code: 'fabricated_id',
    detail: 'An id in the arguments looks made up: no result and no user gave it.'
  })

const checkThrew = (): ToolError =>
  schemaMismatch({ code: 'check_threw', detail: '`checkIds` threw instead of answering; the tool was not run.' })

/** Why the ids of these arguments end the call; nothing where they may pass. */
const refusedIds = <Args>({ checkIds }: Examiner<Args>, data: unknown): ToolError | undefined => {
  if (checkIds === undefined) return undefined
  try {
    // `null` is the only JSON value that throws when it is asked for a field.
    const madeUp: unknown = checkIds((data ?? {}) as Readonly<Record<string, unknown>>)
    abandon(madeUp)
    // A promise is no answer yet.
    if (madeUp instanceof Promise) return checkThrew()
    return madeUp ? fabricated() : undefined
  } catch {
    return checkThrew()
  }
}

// -- remedies

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

// With more digits than these a double is another number.
const EXACT_DIGITS = 15

const numberIn = (text: string): number | undefined => {
  if (!NUMBER.test(text) || text.replace(/\D/g, '').length > EXACT_DIGITS) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

const jsonIn = (text: string): unknown => {
  if (!/^[[{]/.test(text)) return undefined
  try {
    const copy = copyData(JSON.parse(text), { isProxy: () => false, jsonOnly: true })
    return E.isRight(copy) ? copy.right : undefined
  } catch {
    return undefined
  }
}

/** What the value may have been meant to be, the likeliest first; the codec decides whether it was. */
const remediesFor = (value: unknown): ReadonlyArray<Remedy> => {
  if (value === undefined || value === null || Array.isArray(value)) return []
  const wrapped: Remedy = { name: 'single_value_to_array', value: [value] }
  if (typeof value !== 'string') return [wrapped]
  const text = value.trim()
  if (text === 'null') return [{ name: 'null_text_to_null', value: null }]
  if (text === '') return []
  const number = numberIn(text)
  const json = jsonIn(text)
  return [
    ...(number === undefined ? [] : [{ name: 'text_to_number', value: number } as const]),
    ...(json === undefined ? [wrapped] : [{ name: 'json_text_to_value', value: json } as const])
  ]
}

// -- mending

const issuesOf = (codec: t.Type<unknown, unknown>, data: unknown): ReadonlyArray<Issue> | undefined => {
  const decoded = decodeArgs(codec, data)
  return E.isRight(decoded) ? [] : decoded.left.issues
}

// What was read out of JSON text may be wrong further inside; any other remedy must leave nothing wrong at its place.
const helps = ({ name }: Remedy, path: Path, issues: ReadonlyArray<Issue>): boolean =>
  !issues.some(
    (issue) => leadsTo(path, issue.path) && (name !== 'json_text_to_value' || issue.path.length === path.length)
  )

const mendOne = (codec: t.Type<unknown, unknown>, data: unknown, { path }: Issue): RepairedData | undefined => {
  for (const remedy of remediesFor(valueAt(data, path))) {
    const mended = withValueAt(data, path, remedy.value)
    const issues = issuesOf(codec, mended)
    if (issues !== undefined && helps(remedy, path, issues))
      return { data: mended, mendings: [`${formatPath(path)}: ${remedy.name}`], issues }
  }
  return undefined
}

// Each step decodes the arguments anew; whoever gets more than this wrong is asked.
const MAX_WRONG = 20

/** Mends what can be mended of arguments that the codec refused. The rest stays as the model wrote it. */
export const mendArguments = (
  codec: t.Type<unknown, unknown>,
  data: unknown,
  issues: ReadonlyArray<Issue>
): RepairedData => {
  let mended: RepairedData = { data, mendings: [], issues }
  const tried = new Set<string>()
  for (let i = 0; i < MAX_WRONG && mended.issues.length <= MAX_WRONG; i++) {
    const issue = mended.issues.find(({ path }) => !tried.has(JSON.stringify(path)))
    if (issue === undefined) break
    tried.add(JSON.stringify(issue.path))
    const next = mendOne(codec, mended.data, issue)
    if (next !== undefined) mended = { ...next, mendings: [...mended.mendings, ...next.mendings] }
  }
  return mended
}

// -- one attempt

// A codec may refuse without saying why.
const UNSAID: Issue = {
  path: [],
  kind: 'constraint',
  expected: 'arguments that fit the tool',
  received: 'object',
  message: 'the arguments do not fit the tool'
}

const ended = <Args>(error: ToolError, data: unknown): ArgumentVerdict<Args> => ({
  kind: error.code === 'fabricated_id' ? 'fabricated' : 'unreadable',
  taken: refuse<Args>(error, data)
})

const refusedFor = <Args>(issues: ReadonlyArray<Issue>, data: unknown): ArgumentVerdict<Args> => {
  const said = issues.length === 0 ? [UNSAID] : issues
  return { kind: 'refused', issues: said, taken: refuse<Args>(invalidArguments(said), data), data }
}

const mendedOrRefused = <Args>(
  examiner: Examiner<Args>,
  data: unknown,
  issues: ReadonlyArray<Issue>
): ArgumentVerdict<Args> => {
  const found = mendArguments(examiner.codec as t.Type<unknown, unknown>, data, issues)
  if (found.mendings.length === 0) return refusedFor(issues, data)
  // An id that stood in JSON text is seen only now.
  const refused = refusedIds(examiner, found.data)
  if (refused !== undefined) return ended(refused, data)
  const decoded = decodeArgs(examiner.codec, found.data)
  if (E.isLeft(decoded)) return refusedFor(found.issues, data)
  return { kind: 'fits', taken: take(examiner.codec, decoded, found.data), mendings: found.mendings }
}

/** Examines what the model sent. Never throws; what is no data, and what makes the codec throw, is not for the model to mend. */
export const examineArguments = <Args>(examiner: Examiner<Args>, input: unknown): ArgumentVerdict<Args> => {
  const { value, data } = callKeyOf(input)
  if (E.isLeft(value)) return ended(value.left, input)
  const refused = refusedIds(examiner, data)
  if (refused !== undefined) return ended(refused, data)
  const decoded = decodeArgs(examiner.codec, data)
  if (E.isRight(decoded)) return { kind: 'fits', taken: take(examiner.codec, decoded, data), mendings: [] }
  const { error, issues } = decoded.left
  if (issues === undefined) return ended(error, data)
  return examiner.coerce ? mendedOrRefused(examiner, data, issues) : refusedFor(issues, data)
}
