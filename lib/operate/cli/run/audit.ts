/** Runs `guarded-call audit`: one file after the other, then the report. */
import type { FormatName } from '../../audit/formats/formats.js'
import type { AuditOptions } from '../../audit/guard-replay.js'
import { auditFile } from '../audit/audit-file.js'
import { openCopy, planCopies } from '../audit/copies.js'
import { addFindings, NO_FINDINGS, weigh, type Findings } from '../audit/findings.js'
import { openAuditReport } from '../audit/open-report.js'
import { EXPECTED, showReport, writeReport, type FileReport } from '../audit/report.js'
import { Timelines } from '../audit/timelines.js'
import { REASONS } from '../audit/words.js'
import type { Config } from '../config/config.js'
import { loadConfig } from '../config/load-config.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { expectDistinct, expectFolder, statRegular } from '../folder.js'
import { openProgress, type Progress } from '../progress.js'
import { reasonOf, shownPath } from '../reason.js'
import { paintFor, print, tellError, tellWarning, type Terminal } from '../terminal.js'
import type { TranscriptQuery } from '../transcripts/find-transcripts.js'
import { openInput, STANDARD_INPUT } from '../transcripts/input.js'
import { parsePath } from '../transcripts/path.js'

// -- model

export interface AuditFlags {
  readonly json?: true
  readonly repair?: string
  readonly failOnFindings?: true
  readonly format?: FormatName
  readonly path?: string
  readonly html?: string
  readonly maxIdenticalCalls?: number
  readonly config?: string
}

// -- one file after the other

const PRIVATE_MODE = 0o600

const sizeOf = async (path: string): Promise<{ readonly size: number; readonly mode: number }> => {
  if (path === STANDARD_INPUT) return { size: 0, mode: PRIVATE_MODE }
  const { size, mode } = await statRegular(path, '; `-` reads the standard input')
  return { size, mode: mode & 0o777 }
}

const totalSize = async (paths: ReadonlyArray<string>): Promise<number> => {
  const sizes = await Promise.all(paths.map((path) => sizeOf(path).catch(() => ({ size: 0 }))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

interface AuditJob {
  readonly terminal: Terminal
  readonly wanted: TranscriptQuery
  readonly rules: AuditOptions
  readonly timelines: Timelines | undefined
  readonly progress: Progress
  readonly targets: ReadonlyMap<string, string>
  readonly warn: (message: string) => void
}

const nameOf = (path: string): string => (path === STANDARD_INPUT ? 'stdin' : path)

const readFile = async (
  path: string,
  { terminal, wanted, rules, timelines, progress, targets, warn }: AuditJob
): Promise<Findings> => {
  const { mode } = await sizeOf(path)
  const input = await openInput(path, terminal.stdin, (bytes) =>
    path === STANDARD_INPUT ? undefined : progress.advance(bytes)
  )
  try {
    const target = targets.get(path)
    const copy = target === undefined ? undefined : await openCopy(target, { gzipped: input.gzipped, mode })
    try {
      const findings = await auditFile(nameOf(path), input, { wanted, rules, copy, timelines, warn })
      // The repaired copy of a file that is no transcript would be empty.
      await (findings.transcripts > 0 ? copy?.keep() : copy?.discard())
      return findings
    } catch (error) {
      await copy?.discard()
      throw error
    }
  } finally {
    input.close()
  }
}

const reportFile = async (path: string, work: AuditJob): Promise<FileReport> => {
  work.progress.name(nameOf(path))
  try {
    const findings = await readFile(path, work)
    const copy = findings.transcripts > 0 ? work.targets.get(path) : undefined
    return { path: nameOf(path), findings, ...(copy === undefined ? {} : { copy }) }
  } catch (error) {
    return { path: nameOf(path), error: reasonOf(error) }
  }
}

// -- what a guard goes by

const rulesByName = (tools: NonNullable<Config['tools']>): NonNullable<AuditOptions['tools']> =>
  Object.fromEntries(
    Object.entries(tools).map(([name, { effect, idempotent, maxIdenticalCalls, polls }]) => [
      name,
      {
        ...(effect === undefined ? {} : { effect }),
        ...(idempotent === undefined ? {} : { idempotent }),
        ...(maxIdenticalCalls === undefined ? {} : { maxIdenticalCalls }),
        ...(polls === undefined ? {} : { polls })
      }
    ])
  )

const wantedOf = ({ format, path }: AuditFlags): TranscriptQuery => {
  if (path === undefined) return { format }
  const steps = parsePath(path)
  if (steps === undefined) throw new UsageError(`--path ${path} is no path. Write one like runs[*].messages.`)
  return { format, path: steps }
}

/** Flags win over the config. Loops are counted even if the config turns the detector off. */
const rulesOf = async ({ maxIdenticalCalls, config: named }: AuditFlags): Promise<AuditOptions> => {
  const {
    config: { budget, loop, tools }
  } = await loadConfig(named)
  const limit = maxIdenticalCalls ?? budget?.read
  return {
    ...(limit === undefined ? {} : { maxIdenticalCalls: limit }),
    ...(tools === undefined ? {} : { tools: rulesByName(tools) }),
    ...(loop === undefined || loop === false ? {} : { loop })
  }
}

// -- nothing to audit

const nothingIn = (
  files: ReadonlyArray<FileReport>,
  { messages, broken }: Findings,
  { format }: AuditFlags
): ReadonlyArray<string> => {
  const read = files.filter((file) => 'findings' in file).map(({ path }) => path)
  if (messages > 0 || read.length === 0) return []
  const prose = broken.find(({ reason }) => reason === 'calls_in_blocks' || reason === 'calls_in_lines')
  if (prose !== undefined) return [`${shownPath(prose.at)} ${REASONS[prose.reason]}.`]
  return [
    `There is no transcript${format === undefined ? '' : ` of the format ${format}`} in ${read.length === 1 ? String(read[0]) : `any of ${read.length} files`}. ${EXPECTED}`
  ]
}

// -- the command

/** Audits transcripts, and writes repaired copies if wanted. */
export const runAudit = async (
  paths: ReadonlyArray<string>,
  flags: AuditFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  expectDistinct(paths)
  const wanted = wantedOf(flags)
  const rules = await rulesOf(flags)
  const page = flags.html === undefined ? undefined : await openAuditReport(flags.html)
  const timelines = page === undefined ? undefined : new Timelines()
  if (flags.repair !== undefined) await expectFolder(flags.repair, 'Name a folder for the copies.')
  const targets = flags.repair === undefined ? new Map<string, string>() : await planCopies(paths, flags.repair)
  const warnings: Array<string> = []
  const progress = openProgress(terminal, await totalSize(paths))
  const files: Array<FileReport> = []
  for (const path of paths)
    files.push(
      await reportFile(path, {
        terminal,
        wanted,
        rules,
        timelines,
        progress,
        targets,
        warn: (message) => warnings.push(message)
      })
    )
  progress.stop()

  const total = files.reduce((sum, file) => ('error' in file ? sum : addFindings(sum, file.findings)), NO_FINDINGS)
  const errors = [
    ...files.flatMap((file) => ('error' in file ? [`${shownPath(file.path)}: ${file.error}`] : [])),
    ...nothingIn(files, total, flags)
  ]
  if (page !== undefined && timelines !== undefined) await page.write({ files, total }, timelines)
  for (const message of warnings) tellWarning(terminal, message)
  for (const message of errors) tellError(terminal, message)
  print(
    terminal.stdout,
    flags.json === true
      ? writeReport({ files, total })
      : showReport({ files, total }, paintFor(terminal.stdout, terminal.env))
  )
  if (errors.length > 0) return EXIT.failure
  return flags.failOnFindings === true && weigh(total) > 0 ? EXIT.findings : EXIT.clean
}
