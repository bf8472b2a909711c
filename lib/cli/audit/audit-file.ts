/** Audits one file, and writes its mended copy where one is wanted. */
import { auditHistory, type AuditOptions } from '../../history/audit.js'
import type { HistoryFormat } from '../../history/formats.js'
import { repairHistory } from '../../history/repair-history.js'
import type { Repair, RepairKind } from '../../history/repairs.js'
import type { Messages, Transcript } from '../transcripts/held.js'
import type { Input } from '../transcripts/input.js'
import { readTextLines } from '../transcripts/lines.js'
import { MAX_TEXT_BYTES } from '../transcripts/read-text.js'
import { readTranscripts } from '../transcripts/read-transcripts.js'
import type { TranscriptCopy } from './copies.js'
import { addFindings, NO_FINDINGS, type Findings } from './findings.js'

export interface AuditFileOptions extends AuditOptions {
  readonly format?: HistoryFormat
  readonly copy?: TranscriptCopy
  /** Learns what a copy could not keep. */
  readonly warn: (message: string) => void
}

interface Audited {
  readonly findings: Findings
  readonly mended: Messages
}

const kindsOf = (repairs: ReadonlyArray<Repair>): Readonly<Partial<Record<RepairKind, number>>> => {
  const counts: Partial<Record<RepairKind, number>> = {}
  for (const { kind } of repairs) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

const auditTranscript = ({ format, messages }: Transcript, options: AuditOptions): Audited => {
  const repaired = repairHistory(format, messages)
  return {
    findings: {
      ...NO_FINDINGS,
      transcripts: 1,
      messages: messages.length,
      formats: { [format]: 1 },
      audit: auditHistory(format, messages, options),
      repairs: kindsOf(repaired.repairs)
    },
    mended: repaired.messages
  }
}

/** Audits what a file holds. `name` is what its lines are called by. */
export const auditFile = async (
  name: string,
  { bytes }: Input,
  { format, copy, warn, ...options }: AuditFileOptions
): Promise<Findings> => {
  let findings = NO_FINDINGS
  let isWarned = false
  for await (const found of readTranscripts(readTextLines(bytes, MAX_TEXT_BYTES), format)) {
    if ('reason' in found) {
      findings = addFindings(findings, {
        ...NO_FINDINGS,
        brokenLines: 1,
        broken: [{ at: `${name}:${found.line}`, reason: found.reason }]
      })
      continue
    }
    const audited = found.transcripts.map((transcript) => auditTranscript(transcript, options))
    for (const one of audited) findings = addFindings(findings, one.findings)
    if (copy === undefined) continue
    const isChanged = audited.some(({ mended }, at) => mended !== found.transcripts[at]?.messages)
    if (found.rounds && isChanged && !isWarned) {
      isWarned = true
      warn(
        `${name}:${found.line} holds numbers that JavaScript rounds, and its mended copy has them rounded; so may others of this file.`
      )
    }
    await copy.write(found.write(audited.map(({ mended }) => mended)))
  }
  return findings
}
