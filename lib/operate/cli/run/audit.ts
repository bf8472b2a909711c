/** Runs `guarded-call audit`: reads one transcript after the other, adds up what was found, and shows it. */
import { given } from '../../../core/options.js'
import { openCopy, planCopies } from '../audit/copies.js'
import type { FormatName } from '../../audit/formats/formats.js'
import type { AuditOptions, AuditToolRule } from '../../audit/guard-replay.js'
import { auditFile } from '../audit/audit-file.js'
import { AuditEvidence } from '../audit/evidence.js'
import { addFindings, isUnread, lacksResults, NO_FINDINGS, type Findings } from '../audit/findings.js'
import { noMessages, noResults, nothingRead } from '../audit/conclusion.js'
import { brokenLimits, readLimits } from '../audit/limits.js'
import { readPrice } from '../audit/price.js'
import { EXPECTED, showReport } from '../audit/report.js'
import { writeReport } from '../audit/report-json.js'
import { SeenConversations } from '../audit/seen-conversations.js'
import { isAudited, type AuditedFile, type AuditSummary, type FileReport } from '../audit/summary.js'
import { Timelines } from '../audit/timelines.js'
import { elsewhereIn, reasonText, REASONS } from '../audit/words.js'
import type { Config } from '../config/config.js'
import { loadConfig } from '../config/load-config.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { expectDistinct, expectFolder } from '../folder.js'
import { openProgress, type Progress } from '../progress.js'
import { reasonOf, shownPath } from '../reason.js'
import { prepareReport } from '../report/prepare-report.js'
import { paintFor, print, tellError, tellWarning, type Terminal } from '../terminal.js'
import type { TranscriptQuery } from '../transcripts/find-transcripts.js'
import { untilTold } from '../until-told.js'
import { openInput, STANDARD_INPUT } from '../../input/input.js'
import { findInputs, type InputFile } from '../../input/input-files.js'
import { parsePath } from '../transcripts/path.js'
import { counted, number } from '../figures.js'

// -- model

export interface AuditFlags {
  readonly json?: true
  readonly repair?: string
  readonly failOn?: string
  readonly price?: string
  readonly context?: number
  readonly format?: FormatName
  readonly path?: string
  readonly html?: string
  readonly maxIdenticalCalls?: number
  readonly config?: string
}

// -- one file after the other

interface AuditJob {
  readonly terminal: Terminal
  readonly wanted: TranscriptQuery
  readonly rules: AuditOptions
  readonly evidence: AuditEvidence
  readonly timelines: Timelines | undefined
  readonly progress: Progress
  readonly targets: ReadonlyMap<string, string>
  readonly warn: (message: string) => void
  readonly isStopped: () => boolean
  readonly seen: SeenConversations
}

const nameOf = (path: string): string => (path === STANDARD_INPUT ? 'stdin' : path)

const readFile = async ({ path, mode, error }: InputFile, job: AuditJob): Promise<Findings> => {
  if (error !== undefined) throw error
  const { terminal, progress, targets } = job
  const input = await openInput(path, terminal.stdin, (bytes) =>
    path === STANDARD_INPUT ? undefined : progress.advance(bytes)
  )
  try {
    const target = targets.get(path)
    const copy = target === undefined ? undefined : await openCopy(target, { gzipped: input.gzipped, mode })
    try {
      const findings = await auditFile(nameOf(path), input, { ...job, copy })
      // The repaired copy of a file that is no transcript would be empty.
      await (findings.transcripts > 0 ? copy?.keep() : copy?.discard())
      return findings
    } catch (thrown) {
      await copy?.discard()
      throw thrown
    }
  } finally {
    input.close()
  }
}

const reportFile = async (file: InputFile, job: AuditJob): Promise<FileReport> => {
  const path = nameOf(file.path)
  try {
    const findings = await readFile(file, job)
    const copy = findings.transcripts > 0 ? job.targets.get(file.path) : undefined
    return { path, findings, ...given({ copy }) }
  } catch (error) {
    return { path, error: reasonOf(error) }
  }
}

/** Where compressed data are cut or broken: of the file, only a part was read. */
const tornIn = (file: FileReport): ReadonlyArray<string> =>
  isAudited(file)
    ? file.findings.broken
        .filter(({ reason }) => reason === 'torn_gzip')
        .map(({ at, reason }) => `${shownPath(at)} ${REASONS[reason]}: what follows was not read.`)
    : []

const HELD = /^(?:torn_gzip$|several_transcripts$|calls_)/

// A folder may hold files of any kind; whoever names a file means a transcript.
const isSkipped = ({ isFound }: InputFile, report: FileReport): boolean =>
  isFound &&
  isAudited(report) &&
  report.findings.transcripts === 0 &&
  report.findings.copies === 0 &&
  report.findings.audit.unreadable === 0 &&
  !report.findings.broken.some(({ reason }) => HELD.test(reason))

const withoutTools = ({ findings, ...file }: AuditedFile): AuditedFile => ({
  ...file,
  findings: { ...findings, audit: { ...findings.audit, tools: {} } }
})

type ReadSummary = Pick<AuditSummary, 'files' | 'skipped' | 'skippedShare' | 'total' | 'stopped'>

// Antigravity writes both: the one that is not full holds the beginning of each long field.
const FULL = /(?<=^|[/\\])transcript_full(?=\.jsonl$)/

/** The paths of the parts, of all wholes among the files. */
const partsOf = (inputs: ReadonlyArray<InputFile>): ReadonlySet<string> =>
  new Set(inputs.flatMap(({ path }) => (FULL.test(path) ? [path.replace(FULL, 'transcript')] : [])))

/** Reads the files until somebody stops it. */
const readAll = async (inputs: ReadonlyArray<InputFile>, job: AuditJob): Promise<ReadSummary> => {
  const files: Array<FileReport> = []
  const skipped: Array<string> = []
  let [done, total] = [0, NO_FINDINGS]
  let [bytes, skippedBytes] = [0, 0]
  const parts = partsOf(inputs)
  for (const file of inputs) {
    if (job.isStopped()) break
    if (file.isFound && parts.has(file.path)) {
      total = addFindings(total, { ...NO_FINDINGS, copies: 1 })
      done++
      continue
    }
    job.progress.name(`${done + 1}/${inputs.length} ${nameOf(file.path)}`)
    const report = await reportFile(file, job)
    const isLeftOut = isSkipped(file, report)
    // What stands behind the stop was not read.
    if (job.isStopped() && isLeftOut) break
    if (!job.isStopped()) done++
    bytes += file.size
    if (isLeftOut) {
      skipped.push(report.path)
      skippedBytes += file.size
      continue
    }
    if (isAudited(report)) total = addFindings(total, report.findings)
    // The counts of each tool are in the sum alone: there may be very many files.
    files.push(isAudited(report) ? withoutTools(report) : report)
  }
  const skippedShare = bytes === 0 ? 0 : skippedBytes / bytes
  return {
    files,
    skipped,
    skippedShare,
    total,
    stopped: job.isStopped() ? { files: done, of: inputs.length } : undefined
  }
}

// -- what a guard goes by

const rulesByName = (tools: NonNullable<Config['tools']>): NonNullable<AuditOptions['tools']> =>
  Object.fromEntries(
    Object.entries(tools).map(([name, { effect, idempotent, maxIdenticalCalls, polls, identity }]) => [
      name,
      given({ effect, idempotent, maxIdenticalCalls, polls, identity: identity as AuditToolRule['identity'] })
    ])
  )

const wantedOf = ({ format, path }: AuditFlags): TranscriptQuery => {
  if (path === undefined) return { format }
  const steps = parsePath(path)
  if (steps === undefined) throw new UsageError(`--path ${path} is no path. Write one like runs[*].messages.`)
  return { format, path: steps }
}

/** Flags win over the config. Loops are counted even if the config turns the detector off. */
const rulesOf = async ({ maxIdenticalCalls, context, config: named }: AuditFlags): Promise<AuditOptions> => {
  const {
    config: { budget, loop, tools }
  } = await loadConfig(named)
  return given({
    maxIdenticalCalls: maxIdenticalCalls ?? budget?.read,
    contextTokens: context,
    tools: tools && rulesByName(tools),
    loop: loop === false ? undefined : loop
  })
}

// -- nothing to audit

const nothingIn = ({ files, skipped, unopened, total }: AuditSummary, format?: string): ReadonlyArray<string> => {
  const read = files.filter(isAudited).map(({ path }) => path)
  const all = read.length + skipped.length
  if (all === 0) return elsewhereIn(unopened)
  const { audit, broken, messages } = total
  const calls = broken.find(({ reason }) => reason.startsWith('calls_'))
  if (calls !== undefined && isUnread(total)) return [`${shownPath(calls.at)} ${reasonText(calls)}.`]
  if (messages > 0) {
    if (lacksResults(audit)) return [`${noResults(audit)}.`]
    if (!isUnread(total) || audit.unreadable === 0) return []
    if (audit.unrecorded > 0) return [`${nothingRead(total)}.`]
    const { unreadable } = audit
    const which =
      unreadable >= messages ? 'they are' : `${number(unreadable)} of them ${unreadable === 1 ? 'is' : 'are'}`
    return [`Nothing could be read of ${counted(messages, 'entry', 'entries')}: ${which} of no known form. ${EXPECTED}`]
  }
  if (total.transcripts > 0) return [noMessages(total)]
  const several = broken.find(({ reason }) => reason === 'several_transcripts')
  if (several !== undefined) return [`${shownPath(several.at)} ${reasonText(several)}.`]
  return [
    `There is no transcript${format === undefined ? '' : ` of the format ${format}`} in ${all === 1 ? shownPath(String(read[0] ?? skipped[0])) : `any of ${all} files`}. ${EXPECTED}`,
    ...elsewhereIn([...read, ...skipped])
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
  const limits = flags.failOn === undefined ? [] : readLimits(flags.failOn)
  const price = flags.price === undefined ? undefined : readPrice(flags.price)
  const report = flags.html === undefined ? undefined : await prepareReport(flags.html)
  const unopened: Array<string> = []
  const inputs = await findInputs(paths, (path) => unopened.push(path))
  if (flags.repair !== undefined) await expectFolder(flags.repair, 'Name a folder for the copies.')
  const named = inputs.map(({ path }) => path)
  const targets = flags.repair === undefined ? new Map<string, string>() : await planCopies(named, flags.repair)
  const warnings: Array<string> = []
  const progress = openProgress(
    terminal,
    inputs.reduce((sum, { size }) => sum + size, 0)
  )
  const [evidence, timelines] = [new AuditEvidence(), report === undefined ? undefined : new Timelines()]
  const { signal, forget } = untilTold(terminal, ['SIGINT'])
  // The next one ends the process, as it would without us.
  signal.addEventListener('abort', forget)
  const read = await readAll(inputs, {
    terminal,
    wanted,
    rules,
    evidence,
    timelines,
    progress,
    targets,
    warn: (message) => warnings.push(message),
    isStopped: () => signal.aborted,
    seen: new SeenConversations()
  }).finally(() => {
    forget()
    progress.stop()
  })
  const summary: AuditSummary = { ...read, unopened, evidence, price }
  const errors = [
    ...read.files.flatMap((file) => ('error' in file ? [`${shownPath(file.path)}: ${file.error}`] : tornIn(file))),
    ...(read.stopped === undefined
      ? nothingIn(summary, flags.format)
      : ['Stopped: the report is of what was read until then.'])
  ]
  if (report !== undefined && timelines !== undefined) {
    const { auditPage } = await import('../audit/audit-page.js')
    await report(auditPage(summary, timelines))
  }
  for (const message of warnings) tellWarning(terminal, message)
  for (const message of errors) tellError(terminal, message)
  const broken = brokenLimits(limits, read.total)
  for (const message of broken) tellError(terminal, message)
  print(
    terminal.stdout,
    flags.json === true ? writeReport(summary) : showReport(summary, paintFor(terminal.stdout, terminal.env))
  )
  if (flags.html !== undefined) print(terminal.stderr, `The report is in ${shownPath(flags.html)}.\n`)
  if (errors.length > 0) return EXIT.failure
  return broken.length > 0 ? EXIT.findings : EXIT.clean
}
