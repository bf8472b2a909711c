/** All that the report of an audit shows, whatever it is written as. */
import type { Audit, ToolAudit } from '../../audit/counts.js'
import type { AuditEvidence } from './evidence.js'
import { sumOf, type Findings } from './findings.js'
import type { Price } from './price.js'

// -- model

interface AuditedFile {
  readonly path: string
  readonly findings: Findings
  readonly copy?: string
}

/** A file and its findings, or the reason why it is unreadable. */
export type FileReport = AuditedFile | { readonly path: string; readonly error: string }

export interface AuditSummary {
  readonly files: ReadonlyArray<FileReport>
  /** How many files of a folder hold no transcript, and were left out. */
  readonly skipped: number
  readonly total: Findings
  readonly evidence: AuditEvidence
  readonly price: Price | undefined
  /** Of the model, in tokens. */
  readonly context: number
  /** Somebody stopped the run after so many of the files. */
  readonly stopped: { readonly files: number; readonly of: number } | undefined
}

export const isAudited = (file: FileReport): file is AuditedFile => 'findings' in file

// -- order

type NamedTool = readonly [name: string, tool: ToolAudit]

export const doublesOf = ({ doubles }: Pick<ToolAudit, 'doubles'>): number => doubles.equal + doubles.alike

const weightOf = ([, tool]: NamedTool): number =>
  doublesOf(tool) * 1e12 + tool.context.wasted * 1e3 + sumOf(tool.given) * 10 + Math.min(tool.calls, 9)

/** The tools, those with the most findings first. */
export const toolsOf = ({ tools }: Audit): ReadonlyArray<NamedTool> =>
  Object.entries(tools).toSorted((one, other) => weightOf(other) - weightOf(one))
