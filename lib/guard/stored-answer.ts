/** The response of a write as a ledger keeps it: unchanged, so that a replay judges it the same way. */
import { isObject } from '../core/foreign/index.js'
import { type PartialData, toToolError } from '../core/errors/index.js'
import type { Judgement, LedgerForm } from './judgement.js'
import { failed, incomplete, noContent, unmarked, verdictOf, type ToolVerdict } from './tool.js'
import { byteLength } from '#platform'

/** Most bytes of an answer that is kept: of a longer one the ledger knows only that the write ran. */
const MAX_BYTES = 65_536

// The first character is the version of the form, the second says what follows: text unchanged, or JSON.
const TEXT = '1t'
const JSON_FORM = '1j'

// PostgreSQL takes no NUL, and UTF-8 no half of a surrogate pair.
const UNFIT = /[\0\p{Surrogate}]/u

// -- data that JSON has no form for

type TaggedData = Readonly<Record<string, unknown>>

const tag = (kind: string, value?: unknown): TaggedData => ({ $: kind, value })

const tagged = (data: unknown): unknown => {
  switch (typeof data) {
    case 'bigint':
      return tag('bigint', String(data))
    case 'undefined':
      return tag('undefined')
    case 'number':
      return Number.isFinite(data) && !Object.is(data, -0)
        ? data
        : tag('number', Object.is(data, -0) ? '-0' : String(data))
    case 'object':
      break
    default:
      return data
  }
  if (data === null) return null
  if (Array.isArray(data)) return data.map(tagged)
  if (data instanceof Date) return tag('date', tagged(data.getTime()))
  if (data instanceof Uint8Array)
    return tag('bytes', btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join('')))
  const fields = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, tagged(value)]))
  return '$' in fields ? tag('object', fields) : fields
}

const READERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  bigint: (value) => BigInt(value as string),
  undefined: () => undefined,
  number: (value) => Number(value),
  date: (value) => new Date(untagged(value) as number),
  bytes: (value) => Uint8Array.from(atob(value as string), (byte) => byte.charCodeAt(0)),
  object: (value) => fieldsOf(value as object)
}

const fieldsOf = (data: object): TaggedData =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, untagged(value)]))

const untagged = (data: unknown): unknown => {
  if (!isObject(data)) return data
  if (Array.isArray(data)) return data.map(untagged)
  const { $, value } = data as { readonly $?: unknown; readonly value?: unknown }
  return typeof $ === 'string' ? READERS[$]?.(value) : fieldsOf(data)
}

// -- writing

type ResponseFacts = Pick<Judgement<unknown>, 'text' | 'raw'>

/** Text is kept unchanged, other values as the data they were read as; bytes that are no text are kept themselves. */
const formOfJudged: LedgerForm = (answer, { text, raw }) => {
  const data = text ?? raw
  if (data !== undefined) return { data }
  return answer === undefined || typeof answer === 'string' || answer instanceof Uint8Array
    ? { data: answer }
    : undefined
}

// A verdict is a token: its value is handed on as it was read.
const writtenVerdict = (verdict: ToolVerdict, judged: ResponseFacts): TaggedData | undefined => {
  if (verdict.kind === 'no_content') return { kind: 'no_content' }
  const error = tagged(verdict.error)
  if (verdict.kind === 'failed') return { kind: 'failed', error }
  const value = written(verdict.value, judged, formOfJudged)
  return value === undefined ? undefined : { kind: verdict.unmarked === true ? 'unmarked' : 'incomplete', error, value }
}

const written = (answer: unknown, judged: ResponseFacts, formOf: LedgerForm): TaggedData | undefined => {
  const verdict = verdictOf(answer)
  if (verdict !== undefined) return writtenVerdict(verdict, judged)
  const kept = formOf(answer, judged)
  return kept === undefined ? undefined : { kind: 'data', data: tagged(kept.data) }
}

const restored = (kept: TaggedData): unknown => {
  switch (kept['kind']) {
    case 'failed':
      return failed(toToolError(untagged(kept['error'])) as PartialData, { executed: 'yes' })
    case 'no_content':
      return noContent()
    case 'incomplete':
    case 'unmarked': {
      const mark = kept['kind'] === 'unmarked' ? unmarked : incomplete
      return mark(restored(kept['value'] as TaggedData), untagged(kept['error']) as PartialData)
    }
    default:
      return untagged(kept['data'])
  }
}

// -- the stored text

/** Writes an answer for the ledger; undefined where it is too long, or was no data. */
export const storedAnswer = (
  answer: unknown,
  judgement: ResponseFacts,
  formOf: LedgerForm = formOfJudged
): string | undefined => {
  try {
    const kept = written(answer, judgement, formOf)
    if (kept === undefined) return undefined
    const { kind, data } = kept
    const stored =
      kind === 'data' && typeof data === 'string' && !UNFIT.test(data)
        ? `${TEXT}${data}`
        : `${JSON_FORM}${JSON.stringify(kept)}`
    return byteLength(stored) <= MAX_BYTES + TEXT.length ? stored : undefined
  } catch {
    return undefined
  }
}

/** Reads what `storedAnswer` wrote; undefined where it is something else. */
export const restoreAnswer = (stored: string): { readonly answer: unknown } | undefined => {
  try {
    const rest = stored.slice(TEXT.length)
    if (stored.startsWith(TEXT)) return { answer: rest }
    return stored.startsWith(JSON_FORM) ? { answer: restored(JSON.parse(rest) as TaggedData) } : undefined
  } catch {
    return undefined
  }
}
