/**
 * Text that people do not see, in the messages of a server: found in each text of a line, so that everything else of
 * the line stays unchanged.
 */
import { type HiddenTextWay, withoutHidden } from '../../core/errors/index.js'
import { isFields } from '../../core/foreign/index.js'
import { mayHide, shownText, withTexts } from '../../core/json/index.js'
import type { Id } from './message.js'

export interface SeenLine {
  readonly line: Buffer
  /** In how many places it was hidden. */
  readonly count: number
}

/**
 * A response as it is handed on, and how much in it was hidden; the line itself where it is kept. Keys, and texts under
 * those that are `spared`, stay where there are such.
 */
export const seenLine = (line: Buffer, id: Id, way: HiddenTextWay | 'keep', spared?: ReadonlySet<string>): SeenLine => {
  const text = line.toString('utf8')
  if (!mayHide(text)) return { line, count: 0 }
  let count = 0
  const seen = withTexts(text, (one, under) => {
    if (one === id || (spared !== undefined && (under === undefined || spared.has(under)))) return one
    const found = shownText(one, way === 'keep' ? 'strip' : way)
    count += found.count
    return way === 'keep' ? one : found.text
  })
  return { line: seen === text ? line : Buffer.from(seen), count }
}

// -- descriptions

/**
 * A result that people and models choose by. Of what it lists, `sentBack` comes back to the server as it was, or is
 * compared with what comes; all else is there to be read.
 */
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

const hides = (text: string): boolean => mayHide(text) && withoutHidden(text, 'strip').count > 0

/**
 * Whether a thing can be listed: nobody could ask for it without what is hidden in its name, in the names of its
 * arguments or in their only values.
 */
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
