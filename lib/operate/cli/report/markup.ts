/** HTML templates that escape by default: inserted values are text, unless they are markup themselves. */

/** Markup that a template made. */
export class Markup {
  constructor(readonly text: string) {}
}

export type MarkupContent = Markup | string | number | null | undefined | ReadonlyArray<MarkupContent>

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;'
}

// Characters that reorder, hide or break their surroundings become visible.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029\ufff9-\ufffb]|\p{Cs}/gu

const visible = (text: string): string =>
  text.replace(UNSEEN, (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`)

const escaped = (text: string): string => visible(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '')

const written = (content: MarkupContent): string => {
  if (content === null || content === undefined) return ''
  if (content instanceof Markup) return content.text
  return typeof content === 'object' ? content.map(written).join('') : escaped(String(content))
}

/** Makes markup. Values stand only between tags or in quoted attributes, where escaping is enough. */
export const html = (parts: TemplateStringsArray, ...contents: ReadonlyArray<MarkupContent>): Markup =>
  new Markup(parts.reduce((text, part, i) => text + written(contents[i - 1]) + part))

const BREAKS = /(?<=[_./:,-])(?![_./:,-])|(?<=[a-z])(?=[A-Z])/

/** A name, a path or JSON that breaks between its words where a line is too short. */
export const breakable = (name: string): Markup =>
  html`<bdi>${name.split(BREAKS).map((part, at) => html`${at === 0 ? '' : html`<wbr>`}${part}`)}</bdi>`

/** A sentence, with what stands between backticks as code that does not break. */
export const prose = (text: string): Markup =>
  html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code class="nowrap">${part}</code>`))}`
