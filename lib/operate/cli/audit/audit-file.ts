/** Audits one file, and writes its repaired copy if one is wanted. */
import { count } from '../../../core/errors/index.js'
import { type Fields, isFields } from '../../../core/foreign/index.js'
import { given } from '../../../core/options.js'
import { auditConversation, type ConversationAudit } from '../../audit/audit.js'
import type { Conversation } from '../../audit/conversation.js'
import { addAudits, EMPTY_AUDIT } from '../../audit/counts.js'
import { FORMATS, isLogFormat } from '../../audit/formats/formats.js'
import type { AuditOptions } from '../../audit/guard-replay.js'
import { proseCalls, type UnreadCalls } from '../../audit/unread-calls.js'
import { repairHistory } from '../../../history/repair-history.js'
import type { Repair, RepairKind } from '../../../history/repairs.js'
import { ResultLimit, resultChars } from './result-limit.js'
import type { Entries, Transcript, TranscriptQuery } from '../transcripts/find-transcripts.js'
import type { Input } from '../../input/input.js'
import { MAX_TEXT_BYTES, readTextLines } from '../../input/lines.js'
import { PART_CHARS, readTranscripts } from '../transcripts/read-transcripts.js'
import type { TranscriptCopy } from './copies.js'
import type { AuditEvidence } from './evidence.js'
import { addFindings, NO_FINDINGS, type BrokenLine, type Findings } from './findings.js'
import { LatestVersions } from '../transcripts/latest-versions.js'
import type { SeenConversations } from './seen-conversations.js'
import type { Timelines } from './timelines.js'

export interface AuditFileOptions {
  readonly rules: AuditOptions
  readonly wanted: TranscriptQuery
  readonly copy?: TranscriptCopy | undefined
  readonly evidence: AuditEvidence
  readonly timelines?: Timelines | undefined
  /** Whether somebody stopped the run. */
  readonly isStopped: () => boolean
  readonly seen: SeenConversations
  /** Receives warnings about losses in a copy. */
  readonly warn: (message: string) => void
}

interface FoundTranscript {
  readonly at: string
  readonly line: number
  /** Which of its file it is, from 1. */
  readonly number: number
  readonly transcript: Transcript
  /** It is the rest of a log. */
  readonly continued: boolean
  /** What responses state of their tokens, by the place of the entry that each ends with. */
  readonly usages: Map<number, Fields>
}

interface AuditedTranscript {
  readonly findings: Findings
  readonly conversations: ReadonlyArray<ConversationAudit>
}

// -- one transcript

// Messages of one role in a row are legal, and a call at the end still waits for its result.
const ORDINARY: ReadonlySet<RepairKind> = new Set(['messages_merged'])

// Providers accept it beside a text, and write it themselves.
const isNull = ({ kind, index }: Repair, entries: Entries): boolean => {
  const entry = entries[index]
  return kind === 'empty_calls_removed' && isFields(entry) && entry['tool_calls'] === null
}

const kindsOf = (repairs: ReadonlyArray<Repair>, entries: Entries): Findings['repairs'] => {
  const counts: Partial<Record<RepairKind, number>> = {}
  for (const repair of repairs)
    if (!ORDINARY.has(repair.kind) && !isNull(repair, entries)) counts[repair.kind] = (counts[repair.kind] ?? 0) + 1
  return counts
}

const due = ({ repairable, entries, continues }: Transcript): Findings['repairs'] =>
  repairable === undefined
    ? {}
    : kindsOf(repairHistory(repairable, entries, { frontier: 'open', continues }).repairs, entries)

/** The entries, each with what the response that it ends states. */
const withUsage = (entries: Entries, usages: FoundTranscript['usages']): Entries =>
  usages.size === 0
    ? entries
    : entries.map((entry, at) => {
        const usage = usages.get(at)
        return usage === undefined || !isFields(entry) ? entry : { ...entry, usage }
      })

/** A transcript whose conversations are read, and not yet audited. */
interface ReadTranscript extends FoundTranscript {
  readonly read: ReadonlyArray<Conversation>
}

const readTranscript = (found: FoundTranscript): ReadTranscript => {
  const { format, entries, continues, run } = found.transcript
  const read = FORMATS[format].read(withUsage(entries, found.usages), continues)
  return { ...found, read: run === undefined ? read : read.map((one) => ({ ...one, ...run })) }
}

const auditTranscript = ({ transcript, continued, read }: ReadTranscript, rules: AuditOptions): AuditedTranscript => {
  const { format, entries } = transcript
  const conversations = read.map((conversation) => auditConversation(conversation, rules))
  return {
    conversations,
    findings: {
      ...NO_FINDINGS,
      // The rest of a log is no further one.
      transcripts: continued ? 0 : read.length,
      messages: isLogFormat(format) ? read.reduce((sum, one) => sum + one.entries, 0) : entries.length,
      formats: continued || read.length === 0 ? {} : { [format]: read.length },
      audit: conversations.reduce((sum, { audit }) => addAudits(sum, audit), EMPTY_AUDIT),
      repairs: due(transcript)
    }
  }
}

const repaired = ({ repairable, entries, continues }: Transcript): Entries =>
  repairable === undefined ? entries : repairHistory(repairable, entries, { continues }).messages

// -- a file

/** Calls of which not even a count is read: without a word, such a transcript would seem to have none. */
const unreadIn = (
  { format, entries }: Transcript,
  { findings: { audit } }: AuditedTranscript
): UnreadCalls | undefined => {
  return isLogFormat(format) || audit.calls + audit.unreadable > 0 ? undefined : proseCalls(entries)
}

const broken = (line: BrokenLine, lines = 1): Findings => ({
  ...NO_FINDINGS,
  brokenLines: lines,
  broken: Array.from({ length: Math.min(lines, 100) }, () => line)
})

/** Audits the transcripts of a file. `name` stands before the line numbers. */
export const auditFile = async (
  name: string,
  { bytes }: Input,
  { wanted, rules, copy, evidence, timelines, warn, isStopped, seen }: AuditFileOptions
): Promise<Findings> => {
  let findings = NO_FINDINGS
  let isWarned = false
  let [number, leftOut, prose] = [0, 0, 0]
  const versions = new LatestVersions<FoundTranscript>()
  const limit = new ResultLimit()
  let [held, heldChars, limited] = [new Array<ReadTranscript>(), 0, 0]
  const settle = (one: ReadTranscript): void => {
    const { at, line, transcript, read } = one
    const { format, path = [] } = transcript
    const fresh = [...read.entries()].filter(([, conversation]) => !seen.isCopy(name, format, conversation))
    findings = addFindings(findings, { ...NO_FINDINGS, copies: read.length - fresh.length })
    if (fresh.length === 0 && read.length > 0) return
    const marked = fresh.map(([, conversation]) => limit.marked(conversation))
    limited += marked.reduce((sum, { results }) => sum + results, 0)
    const audited = auditTranscript({ ...one, read: marked.map(({ conversation }) => conversation) }, rules)
    const unread = unreadIn(transcript, audited)
    findings = addFindings(findings, unread === undefined ? audited.findings : broken({ at, reason: unread }))
    if (unread !== undefined) return
    for (const [n, conversation] of audited.conversations.entries()) {
      const place = { file: name, line, conversation: one.number + (fresh[n]?.[0] ?? 0), path, format }
      evidence.add(place, conversation)
      timelines?.add(place, conversation)
    }
  }
  const settleHeld = (): void => {
    held.forEach(settle)
    held = []
    heldChars = 0
  }
  // Whether results end at a limit is known once the whole file was seen.
  const take = (found: FoundTranscript): void => {
    const one = readTranscript(found)
    if (limit.see(one.read)) settleHeld()
    if (!limit.concerns(one.read)) {
      settle(one)
      return
    }
    held.push(one)
    heldChars += resultChars(one.read)
    if (heldChars > PART_CHARS) settleHeld()
  }
  // A copy must pair each call with its result, wherever that stands.
  const partChars = copy === undefined ? PART_CHARS : Infinity
  for await (const found of readTranscripts(readTextLines(bytes, MAX_TEXT_BYTES), wanted, partChars)) {
    if (isStopped()) break
    const at = `${name}:${found.line}`
    if ('reason' in found) {
      leftOut++
      const { reason, places, isProse } = found
      if (isProse === true) prose++
      const one = broken({ at, reason, ...given({ places }) })
      // Only the first hundred faults are named, and this one ends the file.
      findings = reason === 'torn_gzip' ? addFindings(one, findings) : addFindings(findings, one)
      continue
    }
    findings = addFindings(findings, broken({ at, reason: 'not_a_transcript' }, found.missing))
    for (const transcript of found.transcripts) {
      const { format, entries, usage } = transcript
      const usages = new Map(usage === undefined ? [] : [[entries.length - 1, usage]])
      if (!found.continued) number++
      const one = { at, line: found.line, number, transcript, continued: found.continued, usages }
      // Each line of a log stands there once.
      if (isLogFormat(format)) take(one)
      else
        versions
          .add(entries, one, (earlier) => earlier.usages.forEach((its, place) => usages.set(place, its)))
          .forEach(take)
    }
    if (copy === undefined) continue
    const copies = found.transcripts.map(repaired)
    const isChanged = copies.some((entries, n) => entries !== found.transcripts[n]?.entries)
    if (found.rounds && isChanged && !isWarned) {
      isWarned = true
      warn(
        `${at} holds numbers that JavaScript rounds, and its repaired copy rounds them too; other lines of this file may be affected.`
      )
    }
    await copy.write(found.write(copies))
  }
  versions.rest().forEach(take)
  settleHeld()
  if (copy !== undefined && leftOut > 0 && findings.transcripts > 0)
    warn(`the repaired copy of ${name} lacks ${count(leftOut, 'line')} that could not be read.`)
  const { audit, transcripts, brokenLines } = findings
  // Where anything else is missing, such a line may be the rest of it.
  if (transcripts > 0 && audit.unreadable === 0 && brokenLines === prose) findings = { ...findings, proseLines: prose }
  const { chars } = limit
  if (limited === 0 || chars === undefined) return findings
  return addFindings(findings, { ...NO_FINDINGS, limited: [{ path: name, chars, results: limited }] })
}
