/**
 * Runs every bench of docs/figures.md, one after the other, and puts what they wrote into performance.md and
 * performance.json beside the compiled code.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const BENCHES = ['for-model', 'starts', 'guard', 'decode', 'cold'] as const

const beside = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

for (const bench of BENCHES) {
  const { status } = spawnSync(process.execPath, [beside(`${bench}.js`), ...process.argv.slice(2)], {
    stdio: ['ignore', 'ignore', 'inherit']
  })
  if (status !== 0) process.exit(1)
}

const read = (file: string): string => readFileSync(beside(file), 'utf8')

writeFileSync(
  beside('performance.json'),
  JSON.stringify(
    Object.fromEntries(BENCHES.map((bench) => [bench, JSON.parse(read(`${bench}.json`)) as unknown])),
    null,
    2
  )
)
const text = BENCHES.map((bench) => read(`${bench}.md`)).join('\n')
writeFileSync(beside('performance.md'), text)
process.stdout.write(`${text}\n`)
