/** The tools of the story, and how it ends: a search whose answer some layer cuts at 4096 bytes, and a model that does not listen. */
export { cutSearch, Orders, searchOrders } from '../../../../dist/spec/adapters/conformance.js'

/** The codes of the ToolErrors among texts. */
export const codesOf = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.map((text) => (JSON.parse(text) as { readonly code: string }).code)

export const STORY = [
  ...Array<string>(3).fill('truncated_response'),
  ...Array<string>(14).fill('retry_budget_exceeded')
]
