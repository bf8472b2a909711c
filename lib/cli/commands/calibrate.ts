/** `guarded-call calibrate`: runs codecs against recorded traffic, and says which of the rejections are edge cases and which are faults. */
import type { Command } from 'commander'
import { resolve } from 'node:path'
import { calibrate } from '../../traffic/calibrate/calibrate.js'
import type { Calibration } from '../../traffic/calibrate/calibration.js'
import { driftOf, type Drift } from '../../traffic/drift/drift.js'
import { readBaseline } from '../calibrate/baseline-file.js'
import { withRecordings } from '../calibrate/recordings.js'
import { showCalibration } from '../calibrate/summary.js'
import { loadTools } from '../calibrate/tools-module.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { openReport } from '../report/open-report.js'
import { paintFor, type Terminal } from '../terminal.js'

// -- model

interface Flags {
  readonly tools: string
  readonly html?: string
  readonly json?: true
  readonly against?: string
  readonly failOnDrift?: true
}

const HELP = `
Reads what \`recorder\` of guarded-call/traffic wrote: files, or folders of .jsonl files, of any size. Lines that are no records are counted and named.

The module of --tools exports guarded calls, or objects with \`name\` and \`codec\` (and \`checks\`, if there are any), alone or in arrays. It is run: name only what you trust.

A verdict says what a group of rejections is taken for: "likely edge case" (the codec should take it), "likely fault" (it should not), or "undecided",
with the rules that held. Changes are suggested where they take an edge case and no recorded fault.

Exit codes: 0 done, 1 a file could not be read or written, 2 wrong usage, 3 drift for the worse (with --fail-on-drift).

Examples:
  $ guarded-call calibrate recordings --tools ./tools.js
  $ guarded-call calibrate recordings --tools ./tools.js --html report.html
  $ guarded-call calibrate recordings --tools ./tools.js --json > baseline.json
  $ guarded-call calibrate recordings --tools ./tools.js --against baseline.json --fail-on-drift`

// -- the command

const check = (paths: ReadonlyArray<string>, { html, tools, against, failOnDrift }: Flags): void => {
  if (failOnDrift === true && against === undefined) throw new UsageError('--fail-on-drift needs --against: name the baseline to compare with.')
  const inputs = [...paths, tools, ...(against === undefined ? [] : [against])].map((path) => resolve(path))
  if (html !== undefined && inputs.includes(resolve(html))) throw new UsageError(`The report would overwrite the input ${html}. Name another file.`)
}

const write = (calibration: Calibration, drift: Drift | undefined): string =>
  `${JSON.stringify(drift === undefined ? calibration : { ...calibration, drift }, null, 2)}\n`

const run = async (paths: ReadonlyArray<string>, flags: Flags, terminal: Terminal): Promise<ExitCode> => {
  check(paths, flags)
  const { html, json, against, failOnDrift } = flags
  // What is wrong with any of them is said before an hour of traffic is read.
  const report = html === undefined ? undefined : await openReport(html)
  const baseline = against === undefined ? undefined : await readBaseline(against)
  const tools = await loadTools(flags.tools)
  const calibration = await withRecordings(paths, terminal, (source) => calibrate(source, tools))
  const drift = baseline === undefined ? undefined : driftOf(baseline, calibration)
  await report?.write(calibration, drift)
  terminal.stdout.write(json === true ? write(calibration, drift) : showCalibration(calibration, drift, paintFor(terminal.stdout)))
  if (html !== undefined) terminal.stderr.write(`The report is in ${html}.\n`)
  return failOnDrift === true && drift?.isWorse === true ? EXIT.findings : EXIT.clean
}

export const registerCalibrate = (program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void => {
  program
    .command('calibrate')
    .summary('run codecs against recorded traffic, and say which rejections are edge cases')
    .description('Judges recorded answers as the guard would, groups what it rejects, and says of every group whether it is an edge case or a fault.')
    .argument('<file...>', 'recordings, or folders of them')
    .requiredOption('--tools <module>', 'a JavaScript module that exports the tools')
    .option('--html <file>', 'write a report that opens in a browser and needs no network')
    .option('--json', 'print one JSON document, which --against takes later')
    .option('--against <baseline>', 'say what has changed since')
    .option('--fail-on-drift', 'exit with 3 where something has changed for the worse')
    .addHelpText('after', HELP)
    .action(async (paths: ReadonlyArray<string>, flags: Flags) => finish(await run(paths, flags, terminal)))
}
