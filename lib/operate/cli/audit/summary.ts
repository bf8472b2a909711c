/** All that the report of an audit shows, whatever it is written as. */
import type { Audit, ToolAudit } from '../../audit/counts.js'
import type { AuditEvidence } from './evidence.js'
import type { Findings } from './findings.js'
import type { Price } from './price.js'

// -- model

export interface AuditedFile {
  readonly path: string
  readonly findings: Findings
  readonly copy?: string
}

/** A file and its findings, or the reason why it is unreadable. */
export type FileReport = AuditedFile | { readonly path: string; readonly error: string }

export interface AuditSummary {
  readonly files: ReadonlyArray<FileReport>
  /** The files of a folder that hold no transcript. */
  readonly skipped: ReadonlyArray<string>
  /** How much of all bytes they hold, from 0 to 1. */
  readonly skippedShare: number
  /** The files of a folder that were not opened, as their names are of something else. */
  readonly unopened: ReadonlyArray<string>
  readonly total: Findings
  readonly evidence: AuditEvidence
  readonly price: Price | undefined
  /** Somebody stopped the run after so many of the files. */
  readonly stopped: { readonly files: number; readonly of: number } | undefined
}

export const isAudited = (file: FileReport): file is AuditedFile => 'findings' in file

// -- order

type NamedTool = readonly [name: string, tool: ToolAudit]

export const doublesOf = ({ doubles }: Pick<ToolAudit, 'doubles'>): number => doubles.equal + doubles.alike

// A write that happened twice weighs most. An empty result may be the right one.
const weightOf = ([, { doubles, repeats, context, given, badResults, calls }]: NamedTool): number =>
  doubles.sure * 1e15 +
  (doublesOf({ doubles }) + repeats.unchanged + badResults - given.empty) * 1e9 +
  context.wasted * 10 +
  Math.min(given.empty + calls / 10, 9)

/** The tools, those with the most findings first. */
export const toolsOf = ({ tools }: Audit): ReadonlyArray<NamedTool> =>
  Object.entries(tools).toSorted((one, other) => weightOf(other) - weightOf(one))
