/** Audits one file, and writes its repaired copy if one is wanted. */
import { auditConversation, type ConversationAudit } from '../../audit/audit.js'
import { addAudits, EMPTY_AUDIT } from '../../audit/counts.js'
import { FORMATS, isLogFormat } from '../../audit/formats/formats.js'
import type { AuditOptions } from '../../audit/guard-replay.js'
import { proseCalls, type ProseCalls } from '../../audit/prose-calls.js'
import { repairHistory } from '../../../history/repair-history.js'
import type { Repair, RepairKind } from '../../../history/repairs.js'
import type { Entries, Transcript, TranscriptQuery } from '../transcripts/find-transcripts.js'
import type { Input } from '../../input/input.js'
import { MAX_TEXT_BYTES, readTextLines } from '../../input/lines.js'
import { PART_CHARS, readTranscripts } from '../transcripts/read-transcripts.js'
import type { TranscriptCopy } from './copies.js'
import type { AuditEvidence } from './evidence.js'
import { addFindings, NO_FINDINGS, type BrokenReason, type Findings } from './findings.js'
import { LatestVersions } from '../transcripts/latest-versions.js'
import type { Timelines } from './timelines.js'

export interface AuditFileOptions {
  readonly rules: AuditOptions
  readonly wanted: TranscriptQuery
  readonly copy?: TranscriptCopy | undefined
  readonly evidence: AuditEvidence
  readonly timelines?: Timelines | undefined
  /** Whether somebody stopped the run. */
  readonly isStopped: () => boolean
  /** Receives warnings about losses in a copy. */
  readonly warn: (message: string) => void
}

interface AuditedTranscript {
  readonly at: string
  readonly findings: Findings
  readonly conversations: ReadonlyArray<ConversationAudit>
}

// -- one transcript

// Messages of one role in a row are legal, and a call at the end still waits for its result.
const ORDINARY: ReadonlySet<RepairKind> = new Set(['messages_merged'])

const kindsOf = (repairs: ReadonlyArray<Repair>): Findings['repairs'] => {
  const counts: Partial<Record<RepairKind, number>> = {}
  for (const { kind } of repairs) if (!ORDINARY.has(kind)) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

const due = ({ repairable, entries, continues }: Transcript): Findings['repairs'] =>
  repairable === undefined ? {} : kindsOf(repairHistory(repairable, entries, { frontier: 'open', continues }).repairs)

const auditTranscript = (
  at: string,
  transcript: Transcript,
  rules: AuditOptions,
  continued: boolean
): AuditedTranscript => {
  const { format, entries, continues } = transcript
  const read = FORMATS[format].read(entries, continues)
  const conversations = read.map((conversation) => auditConversation(conversation, rules))
  return {
    at,
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

const sizeOf = ({ conversations }: AuditedTranscript): number => {
  let chars = 0
  for (const { marks } of conversations) for (const { call } of marks) chars += call?.answer?.text.length ?? 0
  return chars
}

/** Calls in prose are not read, so counts of such a transcript would wrongly be zero. */
const unreadProse = (
  { format, entries }: Transcript,
  { findings: { audit } }: AuditedTranscript
): ProseCalls | undefined =>
  isLogFormat(format) || audit.calls + audit.unreadable > 0 ? undefined : proseCalls(entries)

const broken = (at: string, reason: BrokenReason, count = 1): Findings => ({
  ...NO_FINDINGS,
  brokenLines: count,
  broken: Array.from({ length: Math.min(count, 100) }, () => ({ at, reason }))
})

/** Audits the transcripts of a file. `name` stands before the line numbers. */
export const auditFile = async (
  name: string,
  { bytes }: Input,
  { wanted, rules, copy, evidence, timelines, warn, isStopped }: AuditFileOptions
): Promise<Findings> => {
  let findings = NO_FINDINGS
  let isWarned = false
  const superseded = new LatestVersions<AuditedTranscript>()
  const take = (audited: ReadonlyArray<AuditedTranscript>): void => {
    for (const one of audited) {
      findings = addFindings(findings, one.findings)
      for (const conversation of one.conversations) {
        evidence.add(one.at, conversation)
        timelines?.add(one.at, conversation)
      }
    }
  }
  // A copy must pair each call with its result, wherever that stands.
  const partChars = copy === undefined ? PART_CHARS : Infinity
  for await (const found of readTranscripts(readTextLines(bytes, MAX_TEXT_BYTES), wanted, partChars)) {
    if (isStopped()) break
    const at = `${name}:${found.line}`
    if ('reason' in found) {
      findings = addFindings(findings, broken(at, found.reason))
      continue
    }
    findings = addFindings(findings, broken(at, 'not_a_transcript', found.missing))
    for (const transcript of found.transcripts) {
      const audited = auditTranscript(at, transcript, rules, found.continued)
      const prose = unreadProse(transcript, audited)
      // Each line of a log stands there once.
      if (isLogFormat(transcript.format)) take([audited])
      else if (prose === undefined) take(superseded.add(transcript.entries, audited, sizeOf(audited)))
      else findings = addFindings(findings, broken(at, prose))
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
  take(superseded.rest())
  return findings
}
