/** Text that people do not see, in the messages of a server: found in each text of a line, so that everything else of the line stays unchanged. */
import { type HiddenTextWay, withoutHidden } from '../../core/errors/index.js'
import { isFields } from '../../core/foreign/index.js'
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

/** A line with other texts in the place of some. `under`: the key whose value a text is, or is listed in; undefined for a key itself. */
const withTexts = (line: string, instead: (text: string, under: string | undefined) => string): string => {
  let [out, from, began, key] = ['', 0, 0, '']
  const above: Array<string> = []
  const look = (start: number, end: number, under: string | undefined): void => {
    const written = line.slice(start, end)
    if (!MAY_HIDE.test(written)) return
    const text = parsed(written) as string
    const shown = instead(text, under)
    if (shown === text) return
    out += line.slice(from, start) + JSON.stringify(shown)
    from = end
  }
  scanJson(line, 0, {
    key: (start, end) => {
      look(start, end, undefined)
      key = parsed(line.slice(start, end)) as string
    },
    begin: (kind, start) => {
      began = start
      if (kind === 'object' || kind === 'array') above.push(key)
    },
    end: (kind, end) => {
      if (kind === 'string') look(began, end, key)
      if (kind === 'object' || kind === 'array') key = above.pop() ?? ''
    }
  })
  return out + line.slice(from)
}

/** A response as it is handed on, and how much in it was hidden; the line itself where it is kept. Keys, and texts under those that are `spared`, stay where there are such. */
export const seenLine = (line: Buffer, id: Id, way: HiddenTextWay | 'keep', spared?: ReadonlySet<string>): SeenLine => {
  const text = line.toString('utf8')
  if (!MAY_HIDE.test(text)) return { line, count: 0 }
  let count = 0
  const seen = withTexts(text, (one, under) => {
    if (one === id || (spared !== undefined && (under === undefined || spared.has(under)))) return one
    const found = withoutHidden(one, way === 'keep' ? 'strip' : way)
    count += found.count
    return way === 'keep' ? one : found.text
  })
  return { line: seen === text ? line : Buffer.from(seen), count }
}

// -- descriptions

/** A result that people and models choose by. Of what it lists, `sentBack` comes back to the server as it was, or is compared with what comes; all else is there to be read. */
export interface Description {
  readonly lists?: string
  readonly sentBack: ReadonlySet<string>
}

const list = (lists: string, ...sentBack: ReadonlyArray<string>): Description => ({
  lists,
  sentBack: new Set(['nextCursor', ...sentBack])
})

/** The descriptions, by their methods. The results of others are what was asked for. */
export const DESCRIPTIONS: ReadonlyMap<string, Description> = new Map([
  ['initialize', { sentBack: new Set<string>() }],
  ['server/discover', { sentBack: new Set<string>() }],
  ['tools/list', list('tools', 'name', 'enum', 'const', 'pattern', 'required', '$ref')],
  ['prompts/list', list('prompts', 'name')],
  ['resources/list', list('resources', 'uri')],
  ['resources/templates/list', list('resourceTemplates', 'uriTemplate')]
])

const hides = (text: string): boolean => MAY_HIDE.test(text) && withoutHidden(text, 'strip').count > 0

/** Whether a thing can be listed: nobody could ask for it without what is hidden in its name, in the names of its arguments or in their only values. */
export const hidesNothing = (item: unknown, { sentBack }: Description): boolean => {
  const open: Array<readonly [key: string, value: unknown]> = [['', item]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [key, value] = next
    if (hides(key) || (typeof value === 'string' && sentBack.has(key) && hides(value))) return false
    if (Array.isArray(value)) for (const one of value) open.push([key, one])
    else if (isFields(value)) for (const entry of Object.entries(value)) open.push(entry)
  }
  return true
}
