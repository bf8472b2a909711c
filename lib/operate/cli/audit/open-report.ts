/** Prepares the report of an audit before anything is read, so that an hour of work does not end at a missing folder. */
import { prepareFile } from '../report/open-report.js'
import type { AuditSummary } from './report.js'
import type { Timelines } from './timelines.js'

export interface AuditReport {
  readonly write: (report: AuditSummary, timelines: Timelines) => Promise<void>
}

/** Checks that a report can be written, and loads its writer. */
export const openAuditReport = async (path: string): Promise<AuditReport> => {
  const write = await prepareFile(path)
  const { auditPage } = await import('./audit-page.js')
  return { write: (report, timelines) => write(auditPage(report, timelines)) }
}
