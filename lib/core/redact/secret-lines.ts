/**
 * Reads a list of lines as the text that they were, since many rules read over lines: one text each, or one in each
 * record (`{ line: 1, text: … }`).
 */
import { type Fields, isFields, isPlainObject } from '../foreign/fields.js'
import { ownValue } from '../foreign/property.js'
import type { Secrets } from './secrets.js'

type RedactText = (text: string, secrets: Secrets) => string

// `{ type: 'match', data: { lines: { text: … } } }`
const MAX_DEPTH = 4

// Words alone are the arguments of a command, or names.
const LINE = /[\s,;|<{]/

const isRecord = (value: unknown): value is Fields => isFields(value) && isPlainObject(value)

const copyOf = (record: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.keys(record).map((key) => [key, ownValue(record, key, '[accessor]')]))

/** Replaces secrets in lists of lines. All lists together are read up to a number of characters. */
export class Lines {
  constructor(
    readonly secrets: Secrets,
    readonly redactText: RedactText,
    private room = Infinity
  ) {}

  /** The same list, where nothing was found. */
  redact(list: ReadonlyArray<unknown>, depth = MAX_DEPTH): ReadonlyArray<unknown> {
    const texts = list.filter((each) => typeof each === 'string')
    const records = list.filter(isRecord)
    const lines = texts.length > 1 ? this.#lines(texts) : texts
    const left = records.length > 1 && depth > 0 ? this.#records(records, depth - 1) : records
    if (lines === texts && left === records) return list
    let [text, record] = [0, 0]
    return list.map((each) => (typeof each === 'string' ? lines[text++] : isRecord(each) ? left[record++] : each))
  }

  #lines(texts: ReadonlyArray<string>): ReadonlyArray<string> {
    if (!texts.some((text) => LINE.test(text))) return texts
    const far = texts.findIndex(({ length }) => (this.room -= length) < 0)
    const lines = (far < 0 ? texts : texts.slice(0, far)).map((text) => (text.endsWith('\n') ? text : `${text}\n`))
    // A column by itself begins with its text.
    const text = `\n${lines.join('')}`
    const shown = this.redactText(text, { ...this.secrets, keepsLines: true })
    if (shown === text) return texts
    const rows = shown.split('\n')
    let at = 1
    return texts.map((before, i) => {
      const line = lines[i]
      if (line === undefined) return before
      const row = rows.slice(at, (at += line.split('\n').length - 1)).join('\n')
      return row + before.slice(line.length - 1)
    })
  }

  #records(records: ReadonlyArray<Fields>, depth: number): ReadonlyArray<Fields> {
    const columns = new Map<string, Array<number>>()
    for (const [i, record] of records.entries())
      for (const key of Object.keys(record)) {
        if (this.room-- < 0) return records
        const column = columns.get(key)
        if (column === undefined) columns.set(key, [i])
        else column.push(i)
      }
    const copies = new Map<number, Record<string, unknown>>()
    for (const [key, places] of columns) {
      const before = places.map((i) => ownValue(records[i] ?? {}, key))
      const after = this.redact(before, depth)
      if (after === before) continue
      for (const [at, i] of places.entries()) {
        if (after[at] === before[at]) continue
        const copy = copies.get(i) ?? copyOf(records[i] ?? {})
        copies.set(i, copy)
        copy[key] = after[at]
      }
    }
    return copies.size === 0 ? records : records.map((record, i) => copies.get(i) ?? record)
  }
}
