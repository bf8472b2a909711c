/** The forms of results that official clients read: of any other, they show nothing but an error. */
import { asFields, isFields, type Fields } from '../../core/foreign/index.js'
import { isUnfinished } from '../../toolset/mcp-result.js'

/** Why a value is not of this form, if so: the path within it, and what is wrong there. */
type Form = (value: unknown) => string | undefined

type Forms = Readonly<Record<string, Form>>

// -- combinators

const being =
  (is: (value: unknown) => boolean, wants: string): Form =>
  (value) =>
    is(value) ? undefined : ` is no ${wants}`

const text = being((value) => typeof value === 'string', 'text')
const object = being(isFields, 'object')

const within = (path: string, fault: string | undefined): string | undefined =>
  fault === undefined ? undefined : `${path}${fault}`

const list =
  (form: Form): Form =>
  (value) => {
    if (!Array.isArray(value)) return ' is no list'
    // Holes are none: it was JSON.
    for (const [at, element] of value.entries()) {
      const fault = within(`[${at}]`, form(element))
      if (fault !== undefined) return fault
    }
    return undefined
  }

const faultIn = (value: Fields, forms: Forms, isRequired: boolean): string | undefined => {
  for (const [name, form] of Object.entries(forms)) {
    const fault = isRequired || name in value ? within(`.${name}`, form(value[name])) : undefined
    if (fault !== undefined) return fault
  }
  return undefined
}

const fields =
  (required: Forms, optional: Forms = {}): Form =>
  (value) =>
    isFields(value) ? (faultIn(value, required, true) ?? faultIn(value, optional, false)) : object(value)

const both =
  (first: Form, second: Form): Form =>
  (value) =>
    first(value) ?? second(value)

// -- the table

const ROLE = being((value) => value === 'user' || value === 'assistant', 'user or assistant')
const PRIORITY = being((value) => typeof value === 'number' && value >= 0 && value <= 1, 'number from 0 to 1')

const ANNOTATIONS = fields({}, { audience: list(ROLE), priority: PRIORITY, lastModified: text })

const RESOURCE = both(fields({ uri: text }, { mimeType: text, _meta: object }), (value) => {
  const { text: words, blob } = asFields(value)
  return typeof words === 'string' || typeof blob === 'string' ? undefined : ' has neither text nor blob'
})

const THEME = being((value) => value === 'light' || value === 'dark', 'light or dark')
const ICONS = list(fields({ src: text }, { mimeType: text, sizes: list(text), theme: THEME }))

const BESIDE = { annotations: ANNOTATIONS, _meta: object }

/** By its type. One that is not here may be of a later revision. */
const BLOCKS: ReadonlyMap<unknown, Form> = new Map([
  ['text', fields({ text }, BESIDE)],
  ['image', fields({ data: text, mimeType: text }, BESIDE)],
  ['audio', fields({ data: text, mimeType: text }, BESIDE)],
  ['resource', fields({ resource: RESOURCE }, BESIDE)],
  [
    'resource_link',
    fields(
      { uri: text, name: text },
      {
        ...BESIDE,
        title: text,
        description: text,
        mimeType: text,
        icons: ICONS,
        size: being((value) => typeof value === 'number', 'number')
      }
    )
  ]
])

const BLOCK = both(fields({ type: text }), (value) => BLOCKS.get(asFields(value)['type'])?.(value))

/** By older servers, a `toolResult` stands in the place of the content. */
const TOOL_RESULT = fields(
  {},
  { content: list(BLOCK), isError: being((value) => typeof value === 'boolean', 'true or false') }
)

/** By the method of its request. */
const RESULTS: ReadonlyMap<string, Form> = new Map([
  ['tools/call', TOOL_RESULT],
  ['prompts/get', fields({ messages: list(fields({ role: ROLE, content: BLOCK })) }, { description: text })],
  ['resources/read', fields({ contents: list(RESOURCE) })]
])

/** Whether the result of a call has no content, without which some official clients read no result. */
export const lacksContent = (result: Fields): boolean =>
  result['content'] === undefined && !('toolResult' in result) && !isUnfinished(result)

const BEFORE_2026 = fields({}, { structuredContent: object })

/** Why official clients cannot read the result of a request, if so; `typed`: of revision 2026-07-28 or later. */
export const faultOfResult = (method: string, result: Fields, typed: boolean): string | undefined => {
  if (isUnfinished(result)) return undefined
  const fault = RESULTS.get(method)?.(result) ?? (typed || method !== 'tools/call' ? undefined : BEFORE_2026(result))
  return fault === undefined ? undefined : `The result cannot be read: ${fault.slice(1)}.`
}
