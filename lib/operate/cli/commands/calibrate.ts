/**
 * `guarded-call calibrate`: runs codecs against recorded traffic, and reports which rejections are edge cases and which
 * are faults.
 */
import type { CalibrateFlags } from '../run/calibrate.js'
import type { Register } from './register.js'

const HELP = `
Reads recordings that \`recorder\` of guarded-call/traffic wrote, of any size, and transcripts in every format that \`guarded-call audit\` reads. Invalid lines are counted and reported.

The module of --tools exports guarded calls, or objects with \`name\` and \`codec\` (and \`checks\`, if there are any), alone or in arrays. The command runs it: name only a module that you trust.

Each group of rejections gets a verdict: "likely edge case" (the codec should accept it), "likely fault" (it should not), or "undecided",
with the rules that decided. A change is suggested where it accepts an edge case and no recorded fault.

Exit codes: 0 done, 1 a file could not be read or written, 2 wrong usage, 3 drift for the worse (with --fail-on-drift).

Examples:
  $ guarded-call calibrate recordings --tools ./tools.js
  $ guarded-call calibrate recordings --tools ./tools.js --html report.html
  $ guarded-call calibrate recordings --tools ./tools.js --json > baseline.json
  $ guarded-call calibrate recordings --tools ./tools.js --against baseline.json --fail-on-drift`

export const registerCalibrate: Register = (program, terminal, finish) => {
  program
    .command('calibrate')
    .summary('run codecs against recorded traffic, and report which rejections are edge cases')
    .description(
      'Judges recorded responses as the guard would, groups the rejections, and reports for each group whether it is an edge case or a fault.'
    )
    .argument('<file...>', 'recordings and transcripts, folders of them or patterns; - is the standard input')
    .requiredOption('--tools <module>', 'a JavaScript module that exports the tools')
    .option('--html <file>', 'write a report that opens in a browser and needs no network')
    .option('--json', 'print one JSON document, for --against')
    .option('--against <baseline>', 'report what has changed since')
    .option('--fail-on-drift', 'exit with 3 if something is worse')
    .addHelpText('after', HELP)
    .action(async (paths: ReadonlyArray<string>, flags: CalibrateFlags) => {
      const { runCalibrate } = await import('../run/calibrate.js')
      finish(await runCalibrate(paths, flags, terminal))
    })
}
