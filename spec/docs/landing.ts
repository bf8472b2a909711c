/**
 * What the site's first page shows: code of the examples, and what a model reads of their tools, as HTML that a phone
 * can wrap.
 */
import { expect } from 'chai'

// JSON without spaces has no place to wrap but inside a word.
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/([,:])"/g, '$1<wbr>"')

/**
 * Of the pairs of lines that an example prints (`tool text`, the first without the guard, the second with it) those of
 * the tools that have a title.
 */
export const readings = (output: string, titles: Readonly<Record<string, string>>): string => {
  const lines = output.trimEnd().split('\n')
  const items = Object.entries(titles).map(([tool, title]) => {
    const own = lines.filter((line) => line.startsWith(`${tool} `))
    expect(own, tool).to.have.length(2)
    const [without = '', guarded = ''] = own.map((line) => escaped(line.slice(tool.length + 1)))
    return `<li><h3>${title}</h3><dl><dt>without</dt><dd class="before"><code v-pre>${without}</code></dd><dt>with</dt><dd class="after"><code v-pre>${guarded}</code></dd></dl></li>`
  })
  return `\n<ul class="readings">\n${items.join('\n')}\n</ul>\n`
}

/**
 * Lines of a program, from the first that begins with `first` to the first after it that begins with `last`, as a block
 * of code.
 */
export const codeFrom = (source: string, first: string, last: string): string => {
  const lines = source.split('\n')
  const begin = lines.findIndex((line) => line.startsWith(first))
  const end = lines.findIndex((line, i) => i >= begin && line.startsWith(last))
  expect(Math.min(begin, end), `${first} … ${last}`).to.be.at.least(0)
  return lines.slice(begin, end + 1).join('\n')
}

export const block = (...parts: ReadonlyArray<string>): string => `\n\n\`\`\`ts\n${parts.join('\n')}\n\`\`\`\n\n`
