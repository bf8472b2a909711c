/**
 * docs/frameworks.md says in what adapters differ, by the suites that its spec calls. Write it with `UPDATE_DOCS=1`.
 */
import { readdirSync } from 'node:fs'
import { capabilities, type Capabilities } from '../adapters/conformance.js'
import { expectPart } from './written.js'

// The suites of a spec file are called as it is loaded, once in a run.
const SPECS = new URL('../adapters/', import.meta.url)
for (const file of readdirSync(SPECS).sort()) if (file.endsWith('.spec.js')) await import(new URL(file, SPECS).href)

const without = (has: (one: Capabilities) => boolean): string =>
  capabilities
    .filter((one) => !has(one))
    .map(({ adapter }) => adapter)
    .sort()
    .join('; ')

const named = (what: string, names: string): string => `- ${what}: ${names}.`

describe('docs/frameworks.md', () => {
  it('says in what adapters differ', () => {
    const lines = [
      named(
        'Wrong arguments of one message count once',
        without(({ seesMessages }) => !seesMessages)
      ),
      named(
        'Arguments are not repaired before the tool runs',
        without(({ repairs }) => repairs)
      ),
      named(
        'A tool that ignores its signal is not ended',
        without(({ ends }) => ends)
      ),
      named(
        '`failed` and `incomplete` are not heard',
        without(({ hearsTools }) => hearsTools)
      )
    ]
    expectPart('docs/frameworks.md', 'adapters', `\n\n${lines.join('\n')}\n\n`)
  })
})
