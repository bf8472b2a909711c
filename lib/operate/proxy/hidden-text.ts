/** Text that people do not see, in the messages of a server: found in each text of a line, so that everything else of the line stays as it came. */
import { type HiddenTextWay, withoutHidden } from '../../core/errors/index.js'
import { asFields, isFields } from '../../core/foreign/index.js'
import { scanJson } from '../../core/json/index.js'
import { parsed, type Id } from './message.js'

export interface SeenLine {
  readonly line: Buffer
  /** In how many places it was hidden. */
  readonly count: number
}

// As characters, or as JSON escapes them. Most lines have nothing of it, and are looked at no further.
const MAY_HIDE =
  /[\u180e\u200b-\u200d\u202b-\u202e\u2060-\u2067\u206a-\u206f\ufe00-\ufe0f\ufeff]|\udb40|\\u(?:180e|20[026]|db40|fe0|feff|00[357][bc]|ff[15]c)|[<\uff1c][|\uff5c<sbe]|\[\/?[AIST]/i

/** A line with other texts in the place of some. */
const withTexts = (line: string, instead: (text: string) => string): string => {
  let [out, from, began] = ['', 0, 0]
  const look = (start: number, end: number): void => {
    const written = line.slice(start, end)
    if (!MAY_HIDE.test(written)) return
    const text = parsed(written) as string
    const shown = instead(text)
    if (shown === text) return
    out += line.slice(from, start) + JSON.stringify(shown)
    from = end
  }
  scanJson(line, 0, {
    key: look,
    begin: (_kind, start) => {
      began = start
    },
    end: (kind, end) => {
      if (kind === 'string') look(began, end)
    }
  })
  return out + line.slice(from)
}

/** A response as it is handed on, and how much in it was hidden; the line itself where it is kept. */
export const seenLine = (line: Buffer, id: Id, way: HiddenTextWay | 'keep'): SeenLine => {
  const text = line.toString('utf8')
  if (!MAY_HIDE.test(text)) return { line, count: 0 }
  let count = 0
  const seen = withTexts(text, (one) => {
    if (one === id) return one
    const found = withoutHidden(one, way === 'keep' ? 'strip' : way)
    count += found.count
    return way === 'keep' ? one : found.text
  })
  return { line: seen === text ? line : Buffer.from(seen), count }
}

// -- descriptions

const DESCRIPTIONS: ReadonlySet<string> = new Set(['title', 'description', 'instructions'])

// Deeper than schemas that people write.
const MAX_DEPTH = 100

const describedIn = (value: unknown, depth = 0): ReadonlyArray<string> => {
  if (depth === MAX_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((one) => describedIn(one, depth + 1))
  return Object.entries(asFields(value)).flatMap(([key, one]) =>
    typeof one === 'string' ? (DESCRIPTIONS.has(key) ? [one] : []) : describedIn(one, depth + 1)
  )
}

/** What a server says of itself and of what it has, without what is hidden in it. */
export const describedLine = (line: Buffer): SeenLine => {
  const text = line.toString('utf8')
  if (!MAY_HIDE.test(text)) return { line, count: 0 }
  const { result } = asFields(parsed(text))
  let count = 0
  const shown = new Map<string, string>()
  for (const one of describedIn(result)) {
    const found = withoutHidden(one, 'strip')
    count += found.count
    if (found.text !== one) shown.set(one, found.text)
  }
  return shown.size === 0
    ? { line, count }
    : { line: Buffer.from(withTexts(text, (one) => shown.get(one) ?? one)), count }
}

/** Whether a tool can be listed: nobody could call it by a name without what is hidden in it. */
export const hasPlainName = (tool: unknown): boolean =>
  !isFields(tool) || typeof tool['name'] !== 'string' || withoutHidden(tool['name'], 'strip').count === 0

/** The methods whose results are for people and models to choose by. */
export const DESCRIBES: ReadonlySet<string> = new Set([
  'initialize',
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list'
])
