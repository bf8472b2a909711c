/** What official clients read as the content of a result: of one that is otherwise, they show nothing but an error. */
import { asFields, asList, isFields, type Fields } from '../../core/foreign/index.js'

/** What a block of a type must have, as texts. A type that is not here may be one of a later revision. */
const REQUIRED: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ['text', ['text']],
  ['image', ['data', 'mimeType']],
  ['audio', ['data', 'mimeType']],
  ['resource', []],
  ['resource_link', ['uri', 'name']]
])

const lacking = (fields: Fields, names: ReadonlyArray<string>): string | undefined =>
  names.find((name) => typeof fields[name] !== 'string')

const faultOfBlock = (block: unknown): string | undefined => {
  if (!isFields(block)) return 'is no object'
  const { type, resource } = block
  if (typeof type !== 'string') return 'has no type'
  const name = lacking(block, REQUIRED.get(type) ?? [])
  if (name !== undefined) return `of the type ${type} has no text as its ${name}`
  const { uri, blob, text } = asFields(resource)
  const isWhole = typeof uri === 'string' && (typeof text === 'string' || typeof blob === 'string')
  return type === 'resource' && !isWhole ? 'of the type resource has none with a uri and a text or blob' : undefined
}

/** Why a result cannot be read, if so; by older servers, a `toolResult` stands in the place of its content. */
export const faultOfContent = ({ content = [], isError = false }: Fields): string | undefined => {
  if (typeof isError !== 'boolean') return 'The result cannot be read: its isError is neither true nor false.'
  if (!Array.isArray(content)) return 'The result has no content, which every tool result must have.'
  const faults = asList(content).map(faultOfBlock)
  const at = faults.findIndex((fault) => fault !== undefined)
  return at < 0 ? undefined : `The result cannot be read: content[${at}] ${faults[at]}.`
}
