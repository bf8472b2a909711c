/** Before which tools a guard can stand, and how: those of coding agents are their own. */
import type { FormatName } from '../../audit/formats/formats.js'
import { isOwnIn, knownEffect, ownName } from '../../audit/known-tools.js'
import { toolsOf, type AuditSummary } from './summary.js'

// Their logs name each tool of a server as one, so that all others are their own.
const NAMING: ReadonlySet<FormatName> = new Set<FormatName>([
  'antigravity',
  'claude-code',
  'codex',
  'codex-stream',
  'copilot-cli',
  'cursor-stream',
  'swe-agent'
])

// The tools of these agents are their own, or those of servers.
const HOSTS: ReadonlyArray<FormatName> = ['gemini-cli', 'gemini-stream', 'opencode', 'vscode', ...NAMING]

/** Whether at least as many tools of the agents that call this one are known of a coding agent as are not. */
const isAmongKnown = ({ evidence }: AuditSummary, format: FormatName, name: string): boolean => {
  const groups = evidence.wrong.groupsOf(name).filter((group) => group.format === format)
  const functions = [...new Set(groups.flatMap(({ tools }) => [...tools]))].filter((tool) => ownName(tool) === tool)
  const known = functions.filter((tool) => knownEffect(tool) !== undefined).length
  return known * 2 >= functions.length
}

const isBuiltIn = (summary: AuditSummary, format: FormatName, name: string): boolean =>
  NAMING.has(format) ||
  (isOwnIn(format, name) ?? (knownEffect(name) !== undefined && isAmongKnown(summary, format, name)))

/** Whether a guard can stand before a tool, in some log at least. */
export const isGuardable = (summary: AuditSummary, name: string): boolean =>
  ownName(name) !== name || summary.evidence.formatsOf(name).some((format) => !isBuiltIn(summary, format, name))

export const guardable = (summary: AuditSummary): ReturnType<typeof toolsOf> =>
  toolsOf(summary.total.audit).filter(([name]) => isGuardable(summary, name))

/** Whether another program than the user's calls a tool. */
export const isOnlyOfHosts = ({ evidence }: AuditSummary, name: string): boolean => evidence.isOnlyOf(name, ...HOSTS)

/** Whether a tool is one of a server, by its name or by where it was called. */
export const isOfServer = (summary: AuditSummary, name: string): boolean =>
  ownName(name) !== name || (isOnlyOfHosts(summary, name) && isGuardable(summary, name))
