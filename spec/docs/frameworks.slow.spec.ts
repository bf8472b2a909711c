/** docs/frameworks.md shows what each adapter can do, by the suites that its spec calls. Write it with `UPDATE_DOCS=1`. */
import { readdirSync } from 'node:fs'
import { capabilities, type Capabilities } from '../adapters/conformance.js'
import { expectPart } from './written.js'

// The suites of a spec file are called as it is loaded, once in a run.
const SPECS = new URL('../adapters/', import.meta.url)
for (const file of readdirSync(SPECS).sort()) if (file.endsWith('.spec.js')) await import(new URL(file, SPECS).href)

const mark = (has: boolean): string => (has ? 'yes' : 'no')

const row = ({ adapter, seesMessages, repairs, ends, hearsTools }: Capabilities): string =>
  `| ${[adapter, 'yes', seesMessages ? 'yes, once a message' : 'yes', mark(repairs), 'yes', 'yes', 'yes', 'yes', mark(ends), mark(hearsTools)].join(' | ')} |`

describe('docs/frameworks.md', () => {
  it('shows what each adapter can do', () => {
    const head =
      '| adapter | rules or codecs | cap on wrong arguments | arguments mended | `next` | dates and bytes encoded | partial data | quoted errors | ends a tool | `failed`, `incomplete` |\n|---|---|---|---|---|---|---|---|---|---|'
    const rows = [...capabilities].sort((a, b) => (a.adapter < b.adapter ? -1 : 1)).map(row)
    expectPart('docs/frameworks.md', 'adapters', `\n\n${head}\n${rows.join('\n')}\n\n`)
  })
})
