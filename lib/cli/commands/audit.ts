/** `guarded-call audit`: says what went wrong in recorded transcripts, and mends copies of them. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { stat } from 'node:fs/promises'
import type { HistoryFormat } from '../../history/formats.js'
import { auditFile } from '../audit/audit-file.js'
import { openCopy, planCopies } from '../audit/copies.js'
import { addFindings, NO_FINDINGS, weigh, type Findings } from '../audit/findings.js'
import { showReport, writeReport, type FileReport } from '../audit/report.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { openProgress, type Progress } from '../progress.js'
import { reasonOf } from '../reason.js'
import { paintFor, type Terminal } from '../terminal.js'
import { openInput, STANDARD_INPUT } from '../transcripts/input.js'

// -- model

interface Flags {
  readonly json?: true
  readonly repair?: string
  readonly failOnFindings?: true
  readonly format?: HistoryFormat
  readonly maxIdenticalCalls: number
}

const FORMATS: Readonly<Record<HistoryFormat, true>> = { 'openai': true, 'openai-responses': true, 'anthropic': true, 'ai-sdk': true, 'langchain': true }

const HELP = `
Reads a JSON array of messages, an object with \`messages\` (or \`input\`), a list of these, or JSON Lines of messages or of one transcript a line.
Formats (${Object.keys(FORMATS).join(', ')}) and gzip are detected. Broken lines are counted and named.

Findings are broken lines, repairs that are due, loops, and calls that a guard would have refused. All calls are taken for reads.

Exit codes: 0 done, 1 a file could not be read or written, 2 wrong usage, 3 findings (with --fail-on-findings).

Examples:
  $ guarded-call audit transcript.json
  $ guarded-call audit logs/*.jsonl.gz --json > audit.json
  $ guarded-call audit transcripts.jsonl --repair mended
  $ zcat archive.jsonl.gz | guarded-call audit - --fail-on-findings`

// -- one file after the other

const PRIVATE_MODE = 0o600

const sizeOf = async (path: string): Promise<{ readonly size: number; readonly mode: number }> => {
  if (path === STANDARD_INPUT) return { size: 0, mode: PRIVATE_MODE }
  const { size, mode } = await stat(path)
  return { size, mode: mode & 0o777 }
}

const totalSize = async (paths: ReadonlyArray<string>): Promise<number> => {
  const sizes = await Promise.all(paths.map((path) => sizeOf(path).catch(() => ({ size: 0 }))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

interface Work {
  readonly terminal: Terminal
  readonly flags: Flags
  readonly progress: Progress
  readonly targets: ReadonlyMap<string, string>
  readonly warn: (message: string) => void
}

const nameOf = (path: string): string => (path === STANDARD_INPUT ? 'stdin' : path)

const readFile = async (path: string, { terminal, flags, progress, targets, warn }: Work): Promise<Findings> => {
  const { mode } = await sizeOf(path)
  const input = await openInput(path, terminal.stdin, (bytes) => (path === STANDARD_INPUT ? undefined : progress.advance(bytes)))
  try {
    const target = targets.get(path)
    const copy = target === undefined ? undefined : await openCopy(target, { gzipped: input.gzipped, mode })
    try {
      const { format, maxIdenticalCalls } = flags
      const findings = await auditFile(nameOf(path), input, {
        maxIdenticalCalls, warn, ...(format === undefined ? {} : { format }), ...(copy === undefined ? {} : { copy })
      })
      await copy?.keep()
      return findings
    } catch (error) {
      await copy?.discard()
      throw error
    }
  } finally {
    input.close()
  }
}

const reportFile = async (path: string, work: Work): Promise<FileReport> => {
  work.progress.name(nameOf(path))
  try {
    const copy = work.targets.get(path)
    return { path: nameOf(path), findings: await readFile(path, work), ...(copy === undefined ? {} : { copy }) }
  } catch (error) {
    return { path: nameOf(path), error: reasonOf(error) }
  }
}

// -- the command

const audit = async (paths: ReadonlyArray<string>, flags: Flags, terminal: Terminal): Promise<ExitCode> => {
  if (new Set(paths).size < paths.length) throw new UsageError('The same file is named twice.')
  const targets = flags.repair === undefined ? new Map<string, string>() : await planCopies(paths, flags.repair)
  const warnings: Array<string> = []
  const progress = await openProgress(terminal.stderr, await totalSize(paths))
  const files: Array<FileReport> = []
  for (const path of paths) files.push(await reportFile(path, { terminal, flags, progress, targets, warn: (message) => warnings.push(message) }))
  progress.stop()

  const total = files.reduce((sum, file) => ('error' in file ? sum : addFindings(sum, file.findings)), NO_FINDINGS)
  const paint = paintFor(terminal.stderr)
  for (const message of warnings) terminal.stderr.write(`${paint('yellow', 'warning:')} ${message}\n`)
  for (const file of files) if ('error' in file) terminal.stderr.write(`${paint('red', 'error:')} ${file.path}: ${file.error}\n`)
  terminal.stdout.write(flags.json === true ? writeReport({ files, total }) : showReport({ files, total }, paintFor(terminal.stdout)))
  if (files.some((file) => 'error' in file)) return EXIT.failure
  return flags.failOnFindings === true && weigh(total) > 0 ? EXIT.findings : EXIT.clean
}

const positiveInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('Give a whole number of at least 1.')
  return value
}

export const registerAudit = (program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void => {
  program
    .command('audit')
    .summary('say what went wrong in transcripts, and mend copies of them')
    .description('Counts the calls of recorded transcripts, their repeats, loops, errors and broken pairs, and what a guard would have refused of them.')
    .argument('<file...>', 'transcripts; - is the standard input')
    .option('--json', 'print one JSON document')
    .option('--repair <dir>', 'write mended copies into this folder, never over what is read')
    .option('--fail-on-findings', 'exit with 3 where something is found')
    .addOption(new Option('--format <format>', 'do not detect the format').choices(Object.keys(FORMATS)))
    .option('--max-identical-calls <n>', 'how often a guard would allow the same call in one turn', positiveInteger, 3)
    .addHelpText('after', HELP)
    .action(async (paths: ReadonlyArray<string>, flags: Flags) => finish(await audit(paths, flags, terminal)))
}
