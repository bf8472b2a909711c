/**
 * A week of recorded traffic against codecs that are too strict: what is rejected, which of it is an edge case, the
 * changes that take just that, and the loosened codecs against the same week. `node built/examples/calibrate.js
 * report.html` keeps the report.
 */
import { strict as assert } from 'node:assert'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  calibrate,
  observer,
  readRecords,
  recorder,
  type AnyJudgedTool,
  type Calibration,
  type Drift
} from 'guarded-call/traffic'
import * as loosened from './calibrate/loosened-tools.js'
import * as strict from './calibrate/tools.js'
import { labelledWeek } from './calibrate/week.js'

const folder = await mkdtemp(join(tmpdir(), 'guarded-call-calibrate-'))
const recordings = join(folder, 'recordings')

// -- record a week: an observer passes everything on, as it would beside tools that are not guarded yet

const week = labelledWeek(3_000, 7)
let now = 0
const recording = recorder({ folder: recordings, clock: () => now })
const observe = observer(recording)
for (const { at, tool, callId, turnId, text } of week) {
  now = at
  assert.equal(observe({ tool, callId, turnId, answer: text }), text)
  // A week in a second is more than any queue holds: here, and only here, calls wait for the disk.
  await recording.flush()
}
await recording.close()
assert.equal(recording.stats.written, week.length)

// -- run the command, as CI would

interface Ran {
  readonly code: number
  readonly output: string
}

// Of the same installation as the tools that it reads.
const COMMAND = fileURLToPath(new URL('operate/cli/main.js', import.meta.resolve('guarded-call')))
const TOOLS = (name: string): string => fileURLToPath(new URL(`calibrate/${name}.js`, import.meta.url))

const guardedCall = (...args: ReadonlyArray<string>): Promise<Ran> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...args], { maxBuffer: 64 * 1024 ** 2 }, (_error, output) =>
      resolve({ code: child.exitCode ?? -1, output })
    )
  })

const report = process.argv[2] ?? join(folder, 'report.html')
const shown = await guardedCall('calibrate', recordings, '--tools', TOOLS('tools'), '--html', report)
console.log(shown.output)
assert.equal(shown.code, 0)
assert.match(await readFile(report, 'utf8'), /^<!DOCTYPE html>/)

// -- the labels say whether the verdicts are right

const before = await calibrate(readRecords(recordings), Object.values(strict) as ReadonlyArray<AnyJudgedTool>)
const groups = before.tools.flatMap((tool) => tool.groups)
const suggested = groups.flatMap(({ suggestion }) => (suggestion === null ? [] : [suggestion.code]))
assert.deepEqual([...suggested].sort(), [
  'author_association: t.keyof({ OWNER: null, MEMBER: null, COLLABORATOR: null, CONTRIBUTOR: null, NONE: null, MANNEQUIN: null })',
  'body: t.union([t.string, t.null])',
  't.union([Issues, t.refinement(t.UnknownArray, (items) => items.length === 0)])',
  'user: t.union([t.type({ login: t.string, id: SafeInteger, type: t.string }), t.null])'
])
assert.deepEqual(
  groups.filter(({ verdict }) => verdict === 'undecided'),
  []
)

// -- the loosened codecs take every edge case and no fault

const rejectedIn = ({ tools }: Calibration): number => tools.reduce((sum, { rejected }) => sum + rejected, 0)
const labelled = (kind: 'edge' | 'fault'): number => week.filter(({ label }) => label.startsWith(kind)).length

const after = await calibrate(readRecords(recordings), Object.values(loosened) as ReadonlyArray<AnyJudgedTool>)
assert.equal(rejectedIn(before), labelled('edge') + labelled('fault'))
assert.equal(rejectedIn(after), labelled('fault'))
console.log(
  `${rejectedIn(before)} of ${week.length} answers were rejected: ${labelled('edge')} edge cases and ${labelled('fault')} faults. The loosened codecs reject the ${rejectedIn(after)} faults.`
)

// -- and CI holds what was reached: strict codecs against the baseline of the loosened ones are drift

const baseline = join(folder, 'baseline.json')
await writeFile(baseline, JSON.stringify(after))
const drifted = await guardedCall(
  'calibrate',
  recordings,
  '--tools',
  TOOLS('tools'),
  '--against',
  baseline,
  '--fail-on-drift',
  '--json'
)
const { drift } = JSON.parse(drifted.output) as { readonly drift: Drift }
assert.deepEqual([drifted.code, drift.tools.map(({ isWorse }) => isWorse)], [3, [true, true]])
assert.equal(
  (
    await guardedCall(
      'calibrate',
      recordings,
      '--tools',
      TOOLS('loosened-tools'),
      '--against',
      baseline,
      '--fail-on-drift'
    )
  ).code,
  0
)

await rm(folder, { recursive: true })
