/**
 * The latest responses of a turn's calls: kept for comparisons and refusals within a bound, beyond which the oldest
 * give way to their digests.
 */
import type { LazyDigest } from '../core/calls/index.js'
import { isObject, isPlainObject } from '../core/foreign/index.js'
import { dataOf, sortedJson } from '../core/json/index.js'
import type { Judgement } from './judgement.js'
import type { ArgsKey } from './keys.js'
import type { Execution } from './execution-of.js'

// UTF-16 units that one turn keeps.
const MAX_KEPT_CHARS = 4 * 1024 * 1024

type Reread = (answer: unknown) => unknown

/** What a payload is made of again, and how. */
interface Remake {
  readonly reread: Reread
  readonly from: unknown
}

/** The last response of a call; `args` is the id or the digest of its arguments, where somebody knows them. */
type LastResponseFacts = Pick<LastResponse, 'code' | 'hint' | 'executed' | 'data' | 'chars'> & {
  readonly args: string | undefined
  readonly namesPrecondition?: boolean
  readonly isHere?: boolean
  /** Makes `data` again. */
  readonly remake?: Remake | undefined
  /** All of the response, where `data` is a part of it. */
  readonly whole?: unknown
}

/** The last response of a call, kept to explain a refusal. */
export class LastResponse {
  /** Whether a refusal has carried it. */
  given = false
  readonly code: string | null
  /** The hint for the refusal of a repeat. */
  readonly hint: string | null
  readonly executed: Execution
  /** Its error says what is to be done before. */
  readonly namesPrecondition: boolean
  /** It came in this process: of another's, its outcome alone is known. */
  readonly isHere: boolean
  readonly chars: number
  /** UTF-16 units that `forget` frees. */
  keptChars: number
  readonly #args: string | undefined
  /** The payload, or what `#reread` makes it of. */
  #data: unknown
  // No closure for each: in a long turn, moving the objects of each response took the collector as long as half a call.
  #reread: Reread | undefined
  #whole: unknown

  constructor({
    code,
    hint,
    args,
    executed,
    data,
    chars,
    namesPrecondition = false,
    isHere = true,
    remake,
    whole
  }: LastResponseFacts) {
    this.code = code
    this.hint = hint
    this.executed = executed
    this.namesPrecondition = namesPrecondition
    this.isHere = isHere
    this.chars = chars
    this.keptChars = data === undefined ? 0 : chars
    this.#args = args
    this.#reread = remake?.reread
    this.#data = remake === undefined ? data : remake.from
    this.#whole = data === undefined ? undefined : whole
  }

  /** The payload, valid or partial, if it is short enough for a refusal. */
  get data(): unknown {
    return this.#reread === undefined ? this.#data : this.#reread(this.#data)
  }

  /** What a refusal shows of the response: all of it. */
  get shown(): unknown {
    return this.#whole ?? this.data
  }

  /** Keeps all but the payload. */
  forget(): void {
    this.keptChars = 0
    this.#data = undefined
    this.#reread = undefined
    this.#whole = undefined
  }

  /** Whether the call had those arguments: a tool with `identity` may be called with others. */
  isOf(key: ArgsKey): boolean {
    return this.#args === undefined || this.#args === key.id || this.#args === key.hash
  }
}

// -- payloads that are made again

const isJson = (value: unknown): boolean => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return isObject(value) && isPlainObject(value) && Object.values(value).every(isJson)
}

// It holds no more than it names: the whole of a call would stay as long.
const ofValue = (reread: Reread, json: string | undefined, payload: unknown) => (): unknown => {
  const value = dataOf(json)
  // JSON writes dates, bytes and long numbers as others: what is written alike was not changed.
  const isUnchanged = sortedJson(payload) === sortedJson(value)
  if (isJson(payload) && JSON.stringify(value) === json) return reread(value) ?? (isUnchanged ? payload : undefined)
  return isUnchanged || sortedJson(payload) === json ? payload : undefined
}

/**
 * Makes the payload of a response again, whose caller holds it and may change it: copying each would cost more than the
 * rest of the call, while the text of most is there.
 */
export const remakerOf = (
  { reread, raw, text, whole }: Judgement<unknown>,
  fingerprint: LazyDigest,
  data: unknown
): Remake | undefined => {
  if (reread === undefined || whole !== undefined || !isObject(data)) return undefined
  const came = text ?? raw
  return typeof came === 'string'
    ? { reread, from: came }
    : { reread: ofValue(reread, fingerprint.written ?? sortedJson(raw), data), from: undefined }
}

// -- all of a turn

/** What is kept of the responses to one call. */
export interface CallResponse {
  answer: LazyDigest | undefined
  last: LastResponse | undefined
  /** UTF-16 units that `TurnResponses` counts for it. */
  keptChars: number
}

const charsOf = ({ answer, last }: CallResponse): number => (answer?.chars ?? 0) + (last?.keptChars ?? 0)

export class TurnResponses {
  // In the order in which they were last replaced.
  readonly #kept = new Set<CallResponse>()
  #chars = 0

  /** Notes that a response was replaced. */
  note(response: CallResponse): void {
    const chars = charsOf(response)
    if (chars === 0 && response.keptChars === 0) return
    this.drop(response)
    this.#chars += chars
    response.keptChars = chars
    this.#kept.add(response)
    if (chars > MAX_KEPT_CHARS) return this.#forget(response)
    if (this.#chars <= MAX_KEPT_CHARS) return
    // A quarter at once: finding the first of a Set takes longer with every one that was deleted before it.
    for (const oldest of this.#kept) {
      if (this.#chars <= (MAX_KEPT_CHARS / 4) * 3) return
      this.#forget(oldest)
    }
  }

  /** Leaves a response out of the count. */
  drop(response: CallResponse): void {
    this.#chars -= response.keptChars
    response.keptChars = 0
    this.#kept.delete(response)
  }

  clear(): void {
    this.#kept.clear()
    this.#chars = 0
  }

  #forget(response: CallResponse): void {
    response.answer?.forget()
    response.last?.forget()
    this.drop(response)
  }
}
