/** Images and files that a failing tool hands over beside its words. */
import { quotable } from '../core/errors/index.js'
import { asFields, asList, isObject } from '../core/foreign/index.js'
import { wordSet } from '../core/signs/index.js'
import { ownRedacted, stateOf, type BesideWords, type Judgement, type ToolTraits, type Turn } from '../guard/kernel.js'
import { isWords } from './content.js'
import { copyWith } from './copy.js'

/** The blocks of a content that are no words. @category Adapters @since 0.1.0 */
export const blocksBeside = (content: unknown): ReadonlyArray<unknown> =>
  asList(content).filter((block) => !isWords(block))

/** The content of an error: its text, and the blocks beside it, if there are any. @category Adapters @since 0.1.0 */
export const withBlocks = (text: string, beside: BesideWords | undefined): unknown =>
  beside === undefined || beside.blocks.length === 0 ? text : [{ type: 'text', text }, ...beside.blocks]

// -- what of it a model may read

// Of a block of another kind nobody knows what in it are words.
const KIND = /image|audio|video|media|file|document|resource/i
const WORDS = wordSet('uri name title description filename')
const BYTES = wordSet('data blob bytes base64 image file fileData file_data')
// Whatever else is beside them, as annotations and `_meta` are, is words or says nothing of the picture.
const SOURCE = wordSet(
  `type mimeType mime_type mediaType media_type format detail size source source_type url image_url imageUrl file_url
  fileUrl file_id fileId id resource input_audio location bucketOwner`
)
// In lines as of mail, or in one.
const BASE64 =
  /^(?:data:[\w/+.-]{1,80}(?:;[\w.=-]{1,40})?;base64,)?(?:[A-Za-z0-9+/]{60,}\r?\n)*[A-Za-z0-9+/]+={0,2}\s?$/
const MAX_DEPTH = 4
const MAX_BLOCKS = 20

const isBytes = (text: string, key: string): boolean =>
  (BYTES.has(key) || text.startsWith('data:')) && BASE64.test(text)

/** What a session's own `redact` leaves of a text. */
type Clean = (text: string) => string

/** Undefined where a source would be changed, after which it leads nowhere. */
const fieldOf = (key: string, value: unknown, isText: boolean, clean: Clean, depth: number): unknown => {
  if (ArrayBuffer.isView(value) || typeof value === 'number') return value
  if (isObject(value)) return partOf(value, clean, depth + 1)
  if (typeof value !== 'string') return undefined
  if (!isText && isBytes(value, key)) return value
  const shown = quotable(clean(value))
  return shown === value || WORDS.has(key) ? shown : undefined
}

// Of the same class: frameworks recognize their blocks by it.
const partOf = (part: object, clean: Clean, depth = 0): object | undefined => {
  if (depth > MAX_DEPTH || Array.isArray(part)) return undefined
  const isText = asFields(part)['type'] === 'text'
  const fields: Record<string, unknown> = {}
  for (const key of Object.keys(part)) {
    if (!WORDS.has(key) && !BYTES.has(key) && !SOURCE.has(key)) continue
    const given = asFields(part)[key]
    if (given === undefined || given === null) continue
    const value = fieldOf(key, given, isText, clean, depth)
    if (value === undefined) return undefined
    fields[key] = value
  }
  return copyWith(Object.create(Object.getPrototypeOf(part) as object | null) as object, fields)
}

/** A picture or a file without words, and of a link those that a quote may hold: redacted, on one line and cut. */
const readable = (block: unknown, clean: Clean): ReadonlyArray<object> => {
  try {
    if (!isObject(block) || !KIND.test(String(asFields(block)['type']))) return []
    const part = partOf(block, clean)
    return part === undefined ? [] : [part]
  } catch {
    // A proxy may throw from any of its traps.
    return []
  }
}

/** What of it may be handed on: whose words nobody reads shows nothing else, either. */
export const handedBeside = (
  { beside, taken }: Pick<Judgement<unknown>, 'beside' | 'taken'>,
  tool: Pick<ToolTraits<unknown>, 'quoteErrors'>,
  turn: Turn
): BesideWords | undefined => {
  if (beside === undefined) return undefined
  const settings = stateOf({ turn })?.settings
  const isSilent = (tool.quoteErrors ?? settings?.quoteErrors) === false
  const clean: Clean = (text) => (settings === undefined ? text : ownRedacted(text, settings, taken))
  const blocks = isSilent ? [] : beside.blocks.slice(0, MAX_BLOCKS)
  return { ...beside, blocks: blocks.flatMap((block) => readable(block, clean)) }
}
