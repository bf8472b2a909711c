/** What axe-core has against a page, as sentences. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface Violation {
  readonly id: string
  readonly nodes: ReadonlyArray<{ readonly target: ReadonlyArray<string>; readonly failureSummary: string }>
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const violationsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  // Evaluated, not added as a script: a page may forbid scripts that it does not know.
  await page.evaluate(SOURCE)
  const { violations } = await page.evaluate<{ readonly violations: ReadonlyArray<Violation> }>(
    "axe.run({ resultTypes: ['violations'] })"
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`)
  )
}
