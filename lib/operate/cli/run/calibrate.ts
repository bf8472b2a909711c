/** Runs `guarded-call calibrate`: replays recordings against the codecs, then shows or writes the result. */
import { resolve } from 'node:path'
import { calibrate } from '../../calibrate/calibrate.js'
import type { Calibration } from '../../calibrate/calibration.js'
import { driftOf, type Drift } from '../../calibrate/drift.js'
import { readBaseline } from '../calibrate/baseline-file.js'
import { withRecordings } from '../calibrate/recordings.js'
import { showCalibration } from '../calibrate/summary.js'
import { loadTools } from '../calibrate/tools-module.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { prepareReport } from '../report/prepare-report.js'
import { shownPath } from '../reason.js'
import { paintFor, print, type Terminal } from '../terminal.js'

export interface CalibrateFlags {
  readonly tools: string
  readonly html?: string
  readonly json?: true
  readonly against?: string
  readonly failOnDrift?: true
}

const check = (paths: ReadonlyArray<string>, { html, tools, against, failOnDrift }: CalibrateFlags): void => {
  if (failOnDrift === true && against === undefined)
    throw new UsageError('--fail-on-drift needs --against: name the baseline to compare with.')
  const inputs = [...paths, tools, ...(against === undefined ? [] : [against])].map((path) => resolve(path))
  if (html !== undefined && inputs.includes(resolve(html)))
    throw new UsageError(`The report would overwrite the input ${html}. Name another file.`)
}

const write = (calibration: Calibration, drift: Drift | undefined): string =>
  `${JSON.stringify(drift === undefined ? calibration : { ...calibration, drift }, null, 2)}\n`

/** Calibrates codecs with recorded traffic. */
export const runCalibrate = async (
  paths: ReadonlyArray<string>,
  flags: CalibrateFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  check(paths, flags)
  const { html, json, against, failOnDrift } = flags
  // Faults of them are reported before an hour of traffic is read.
  const report = html === undefined ? undefined : await prepareReport(html)
  const baseline = against === undefined ? undefined : await readBaseline(against)
  const tools = await loadTools(flags.tools)
  const calibration = await withRecordings(paths, terminal, (source) => calibrate(source, tools))
  const drift = baseline === undefined ? undefined : driftOf(baseline, calibration)
  if (report !== undefined) {
    const { reportPage } = await import('../report/page.js')
    await report(reportPage(calibration, drift))
  }
  print(
    terminal.stdout,
    json === true
      ? write(calibration, drift)
      : showCalibration(calibration, drift, paintFor(terminal.stdout, terminal.env))
  )
  if (html !== undefined) print(terminal.stderr, `The report is in ${shownPath(html)}.\n`)
  return failOnDrift === true && drift?.isWorse === true ? EXIT.findings : EXIT.clean
}
