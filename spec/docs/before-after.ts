/**
 * Draws what a model reads of misbehaving tools, without and with the guard, from the output of examples/quickstart.ts.
 */
import { expect } from 'chai'

export const READ_TITLES: Readonly<Record<string, string>> = {
  search_orders: 'The JSON was cut',
  get_customer: 'A login page came, with status 200',
  list_orders: 'Page one of forty',
  place_order: 'The connection broke after the order was placed'
}

// -- geometry, in pixels

const WIDTH = 640
const COLUMNS = 74
const LINE = 17
const TEXT_X = 88

const wrapped = (text: string): ReadonlyArray<string> =>
  text.match(new RegExp(`.{1,${COLUMNS}}(?: |(?<=[,}])|$)|.{1,${COLUMNS}}`, 'g')) ?? []

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const STYLE = `<style>
.drawing { --ink: var(--vp-c-text-1, #1d1f23); --quiet: var(--vp-c-text-2, #55595f); --paper: var(--vp-c-bg-soft, #f6f5f2); --m: #a8271d; --r: #17693a; }
.dark .drawing { --m: #ff9b8f; --r: #7fd6a0; }
@media (prefers-color-scheme: dark) { svg.drawing:root { --ink: #e8e6e1; --quiet: #a4a9b3; --paper: #24272e; --m: #ff9b8f; --r: #7fd6a0; } }
.drawing .paper { fill: var(--paper); }
.drawing .title, .drawing .label { font: 600 15px system-ui, sans-serif; fill: var(--ink); }
.drawing .label { font-size: 12.5px; }
.drawing .before { fill: var(--m); } .drawing .after { fill: var(--r); }
.drawing .text { font: 12px ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: var(--ink); white-space: pre; }
.drawing .text.quiet { fill: var(--quiet); }
</style>`

/** The drawing of pairs of lines, `tool text`, the first without the guard and the second with it. */
export const beforeAfterDrawing = (output: string): string => {
  const lines = output.trimEnd().split('\n')
  expect(lines).to.have.length(2 * Object.keys(READ_TITLES).length)
  let y = 8
  const body: Array<string> = []
  const block = (label: string, name: string, text: string): void => {
    body.push(
      `<rect class="${name}" x="14" y="${y + 3}" width="3" height="${wrapped(text).length * LINE}"/>`,
      `<text class="label ${name}" x="24" y="${y + 15}">${label}</text>`
    )
    for (const line of wrapped(text)) {
      body.push(
        `<text class="text${name === 'before' ? ' quiet' : ''}" x="${TEXT_X}" y="${(y += LINE) - 2}">${escaped(line)}</text>`
      )
    }
    y += 9
  }
  for (const [i, [tool, title]] of Object.entries(READ_TITLES).entries()) {
    const [without = '', guarded = ''] = lines.slice(2 * i).map((line) => line.slice(tool.length + 1))
    body.push(`<text class="title" x="14" y="${y + 17}">${title}</text>`)
    y += 26
    block('without', 'before', without)
    block('with', 'after', guarded)
    y += 10
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-labelledby="read-title read-text" class="drawing wide">`,
    '<title id="read-title">What the model reads, without and with the guard</title>',
    `<desc id="read-text">${Object.values(READ_TITLES).join('. ')}. Without the guard the model reads what the tool gave; with it, an error that says what happened and what to do next.</desc>`,
    STYLE,
    `<rect class="paper" width="${WIDTH}" height="${y}" rx="8"/>`,
    ...body,
    '</svg>\n'
  ].join('\n')
}
