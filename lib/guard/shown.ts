/**
 * What a tool returned without the text in it that people do not see: before anything of it is judged, so that codec,
 * record and model read one text.
 */
import { isObject } from '../core/foreign/index.js'
import { type HiddenTextWay, fixedError } from '../core/errors/index.js'
import { shownText } from '../core/json/index.js'
import type { Judge } from './judgement.js'
import { bytesOf } from './read.js'
import { answerTo, sentFor } from './sent-secrets.js'
import { failedAs, verdictOf, withValue } from './tool.js'

const HELD = failedAs({
  error: fixedError(
    'schema_mismatch',
    'not_data',
    'The response hides text where it can be neither marked nor left out: in an object that is no data.'
  ),
  executed: 'unknown'
})

// What a model may be shown of a value. One that JSON cannot write is the codec's to judge.
const written = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** Deeper ones are refused, whatever they hold. */
const MAX_DEPTH = 200

const isElement = (key: string): boolean => /^\d+$/.test(key)

class ShownCopies {
  count = 0
  readonly #way: HiddenTextWay
  readonly #seen = new Map<object, object>()

  constructor(way: HiddenTextWay) {
    this.#way = way
  }

  answer(answer: unknown): unknown {
    if (typeof answer === 'string') return this.#text(answer)
    const bytes = bytesOf(answer)
    if (bytes !== undefined) return this.#bytes(answer, bytes)
    const verdict = verdictOf(answer)
    if (verdict?.kind === 'incomplete') return withValue(verdict, this.answer(verdict.value))
    return verdict === undefined && isObject(answer) ? this.#value(answer) : answer
  }

  #text(text: string): string {
    const shown = shownText(text, this.#way)
    this.count += shown.count
    return shown.text
  }

  // Bytes that are no text are a picture, or are refused.
  #bytes(answer: unknown, bytes: Uint8Array): unknown {
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      const shown = this.#text(text)
      return shown === text ? answer : new TextEncoder().encode(shown)
    } catch {
      return answer
    }
  }

  #value(value: object): unknown {
    const text = written(value)
    if (text !== undefined && !this.#hides(text)) return value
    try {
      const remade = this.#remade(value, 1)
      const rest = written(remade)
      return rest !== undefined && this.#hides(rest) ? HELD : remade
    } catch {
      return HELD
    }
  }

  #hides(text: string): boolean {
    return shownText(text, this.#way).count > 0
  }

  /**
   * The same value where nothing is hidden in it; else a copy with its prototype and all its properties, by which
   * frameworks recognize their own.
   */
  #remade(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (!isObject(value) || depth > MAX_DEPTH || ArrayBuffer.isView(value)) return value
    const seen = this.#seen.get(value)
    if (seen !== undefined) return seen
    this.#seen.set(value, value)
    const properties = Object.create(null) as Record<string, PropertyDescriptor>
    let changed = false
    for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
      const name = isElement(key) ? key : this.#text(key)
      const shown = 'value' in property ? { ...property, value: this.#remade(property.value, depth + 1) } : property
      changed ||= name !== key || shown.value !== property.value
      properties[name] = shown
    }
    if (!changed) return value
    const remade = Object.defineProperties(
      Array.isArray(value) ? [] : (Object.create(Object.getPrototypeOf(value) as object | null) as object),
      { ...properties, ...symbolsOf(value) }
    )
    this.#seen.set(value, remade)
    return remade
  }
}

const symbolsOf = (value: object): PropertyDescriptorMap =>
  Object.fromEntries(
    Object.getOwnPropertySymbols(value).map((symbol) => [
      symbol,
      Object.getOwnPropertyDescriptor(value, symbol) as PropertyDescriptor
    ])
  )

/** The judge of answers without the text in them that people do not see. */
export const judgeShown =
  <Args, A>(
    { judge, passes }: { readonly judge: Judge<Args, A>; readonly passes?: (answer: unknown) => boolean },
    way: HiddenTextWay
  ): Judge<Args, A> =>
  (args, answer) => {
    if (passes?.(answer) === true) return judge(args, answer)
    const shown = new ShownCopies(way)
    const judgement = judge(args, answerTo(sentFor(answer), shown.answer(answer)))
    return shown.count === 0 ? judgement : { ...judgement, hidden: shown.count }
  }
