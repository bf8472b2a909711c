/** What to paste first: the rule of the tool at which most went wrong, and the line or the command that guards it. */
import type { ToolAudit } from '../../audit/counts.js'
import { isOwnIn, ownName } from '../../audit/known-tools.js'
import { isName } from '../rules/draft-rule.js'
import { rulesText } from '../rules/rules-module.js'
import { CONFIG_FILE, configOf, importLines, isOfCode, rulesOf, type Rules } from './advice.js'
import { isGuardable, isOfServer } from './built-in.js'
import { repairAdvice, mostFailed, oftenFailed } from './most-failed.js'
import { stoppedCalls } from './stopped-calls.js'
import { toolsOf, type AuditSummary } from './summary.js'
import { foundOf, openTools, worstOf } from './worst-tool.js'
import { printedName } from './printed-name.js'
import { counted, applicable, number, sentences } from '../figures.js'

/** What helps most of all, for one tool. */
export interface FirstAdvice {
  /** `Most went wrong at`; before it what went wrong where nothing can be pasted. */
  readonly lead: string
  readonly tool: string
  /** `23 failures in 56 calls` */
  readonly found: string
  /** What helps, in a sentence, if it is no rule. */
  readonly helps: string
  /** The module with its rule, if it needs one. */
  readonly config: string | undefined
  /** Each line of its rule stands in a comment: somebody must decide or complete it. */
  readonly isOpen: boolean
  /** What is to be guarded, and where. */
  readonly how: string
  /** The code, or the command, that does it; empty where a guard helps nothing. */
  readonly use: string
}

// A name that stands in a command must not be one itself.
const SERVER = /^mcp__([\w-]+?)__/

interface AgentFunctions {
  readonly names: ReadonlyArray<string>
  /** The agent has more. */
  readonly isPart: boolean
}

const functionsOf = ({ names, isPart }: AgentFunctions): string =>
  `${names.map((name) => (isName(name) ? name : `${JSON.stringify(name)}: yourFunction`)).join(', ')}${isPart ? ' /* … */' : ''}`

interface GuardOptions {
  readonly hasRules: boolean
  /** Its results are too long, for the context or for the client. */
  readonly isLong: boolean
  readonly isServer: boolean
}

const HANDLES = `
const results = resultHandles() // one for each conversation
// What the model reads of a value: of a long one a preview. \`results.reader\` is the tool that reads the rest.
const textFor = (value) => results.textOf(value)`

const guardedBy = (
  summary: AuditSummary,
  name: string,
  { hasRules, isLong, isServer }: GuardOptions
): Pick<FirstAdvice, 'how' | 'use'> => {
  const [, server] = SERVER.exec(name) ?? []
  const handles = isLong ? '--handles ' : ''
  if (server !== undefined && summary.evidence.isOnlyOf(name, 'claude-code'))
    return {
      how: 'its server in Claude Code (the command shows the change, and asks)',
      use: `npx -y guarded-call mcp install --client claude-code ${server}${isLong ? ' -- --handles' : ''}`
    }
  if (isServer)
    return {
      how: 'its server in the configuration of the client, where COMMAND is what starts it today',
      use: `npx -y guarded-call mcp ${handles}-- COMMAND`
    }
  return {
    how: `it where the agent is given its functions (of an MCP server: \`npx -y guarded-call mcp ${handles}-- COMMAND\`)`,
    use: applicable(
      "import { guardFunctions, openTurn } from 'guarded-call'",
      isLong && "import { resultHandles } from 'guarded-call/results'",
      hasRules && `import { rules } from './${CONFIG_FILE}'`,
      '',
      '// The functions that you have, of one agent: import or define them above.',
      `const functions = { ${functionsOf(functionsBeside(summary, name))} }`,
      '',
      'const tools = guardFunctions(functions, {',
      `  turn: openTurn()${hasRules ? ',' : ''} // one for each run of the agent`,
      hasRules && '  rules',
      '})',
      '// What they refuse, they throw: `error.message` is for the model.',
      isLong && HANDLES
    ).join('\n')
  }
}

const configFor = (rules: Rules, isServer: boolean): string =>
  isServer
    ? `export default {\n  tools: {\n${rulesText(rules).replace(/^/gm, '  ')}\n  }\n}\n`
    : [
        ...importLines(rules),
        `export const rules = {\n${rulesText(rules)}\n}`,
        `export default { tools: ${configOf(rules)} } // for \`guarded-call mcp\``,
        ''
      ].join('\n')

// What a guard does without a rule; a spec holds each word of it against a real one.
const OF_FUNCTION =
  'Without a rule, a guard gives what a function throws a code, says where JSON was cut, and refuses a call that three times brought the same result; all else that a function returns, it hands on.'
const OF_SERVER =
  'A guard hands on the failures of a server as they are, and refuses a call that three times in a row brought the same result.'

/** What the proxy refuses by itself of what a server handed on as data. */
const throttledOf = (throttled: number): string =>
  throttled === 0
    ? ''
    : ` ${counted(throttled, 'failure')} only ${throttled === 1 ? 'says' : 'say'} that there were too many requests: in the place of such a result, the model reads \`rate_limited\` and to go on with other work first.`

const refusedOf = ({ refusable: { calls } }: ToolAudit): string =>
  calls === 0 ? '' : ` Of these calls it would have refused ${number(calls)}.`

// -- where a guard helps nothing

const noRule = ({ failed, web_page: pages }: ToolAudit['given']): string =>
  `No rule of a guard helps here${failed + pages === 0 ? '' : ': a guard hands on the failures that a tool returns'}.`

/**
 * Whether a guard without a rule would have stopped none of the calls that went wrong at a tool: they failed, or got a
 * page, or nothing.
 */
const isHelpless = ({ given, badResults, refusable }: ToolAudit): boolean =>
  badResults > 0 && given.failed + given.web_page + given.empty === badResults && refusable.calls === 0

const LONG = 'It needs no rule: `results` keeps what is too long, and the model reads a preview.'

const CUT =
  'Its client cuts what is longer than a limit of its own, behind any server. With handles, what is longer than 20,000 characters is kept before it: the model reads a preview, and any part by `read_result`.'

const MAX_FUNCTIONS = 20

/** The functions that one conversation has beside a tool, those with the most findings first. */
const functionsBeside = (summary: AuditSummary, name: string): AgentFunctions => {
  const { wrong } = summary.evidence
  const [group] = wrong.groupsOf(name)
  // Tools of servers are no functions of the agent.
  const isFunction = (other: string): boolean => ownName(other) === other
  // In the log of a coding agent, its own tools are none either.
  const isOpen = (other: string): boolean =>
    isFunction(other) && !(group !== undefined && isOwnIn(group.format, other) === true)
  const others = toolsOf(summary.total.audit).flatMap(([other]) =>
    other !== name && group?.tools.has(other) && isOpen(other) ? [other] : []
  )
  const names = [name, ...others].slice(0, MAX_FUNCTIONS)
  const listed = new Set(names)
  const isPart = names
    .flatMap((one) => wrong.groupsOf(one))
    .some(({ tools }) => [...tools].some((other) => isFunction(other) && !listed.has(other)))
  return { names: names.map((one) => printedName(one)), isPart }
}

/** Why there is nothing to paste, where something went wrong. */
export const noAdviceOf = (summary: AuditSummary): string | undefined => {
  const { audit } = summary.total
  const wrong = toolsOf(audit).filter(([, one]) => foundOf(one) !== '')
  if (wrong.length === 0 || wrong.some(([name]) => isGuardable(summary, name))) return undefined
  const { stopped, what, wrongly } = stoppedCalls(summary, () => true)
  const but = wrongly === 0 ? '' : `; ${counted(wrongly, 'other')} it would have refused wrongly`
  const would =
    stopped === 0
      ? ''
      : ` (one would have stopped ${number(stopped)} of ${counted(audit.calls, 'call')}: ${what}${but})`
  return sentences(
    `There is nothing to paste: the tools at which something went wrong are built into the agent, before which no guard stands${would}.`,
    oftenFailed(summary)
  )
}

type NamedTool = ReturnType<typeof toolsOf>[number]

/** The rules of a tool that belong to what went wrong at it most. */
const pastedRules = (summary: AuditSummary, [name, { given }]: NamedTool, isServer: boolean): Rules =>
  rulesOf(summary)
    .filter(([ruled]) => ruled === ownName(name))
    .map(([ruled, all]): Rules[number] => {
      // What keeps long results is no rule, and the config of a server holds no code.
      const lines = all.filter((line) => line.word !== 'maxBytes' && !(isServer && isOfCode(line)))
      return [ruled, given.failed > given.empty ? lines.filter(({ code }) => !code.includes('nonEmpty')) : lines]
    })
    .filter(([, lines]) => lines.length > 0)

const adviceFor = (summary: AuditSummary, worst: NamedTool, lead: string, found: string): FirstAdvice => {
  const [name, tool] = worst
  const isServer = isOfServer(summary, name)
  const isCut = summary.evidence.given.cutByClientOf(name) > 0
  const isLong = tool.given.too_long > 0 || isCut
  const own = pastedRules(summary, worst, isServer)
  const isOpen = own.every(([, lines]) => lines.every((line) => line.isOpen))
  const isReturned = isServer || summary.evidence.given.returnedFailuresOf(name) === tool.given.failed
  const throttled = isServer ? summary.evidence.given.throttledOf(name) : 0
  const isHopeless = own.length === 0 && isHelpless(tool) && throttled === 0
  const repair = tool.given.failed === 0 ? '' : repairAdvice(summary, name)
  return {
    lead,
    tool: name,
    found,
    helps: isHopeless
      ? `${isReturned ? noRule(tool.given) : OF_FUNCTION}${repair}`
      : isCut
        ? CUT
        : isLong
          ? LONG
          : `${isServer ? OF_SERVER : OF_FUNCTION}${refusedOf(tool)}${throttledOf(throttled)}${repair}`,
    isOpen,
    config: own.length === 0 ? undefined : configFor(own, isServer),
    ...(isHopeless ? { how: '', use: '' } : guardedBy(summary, name, { hasRules: own.length > 0, isLong, isServer }))
  }
}

/**
 * What to do first: for the tool at which what went wrong cost most; where only a repair helps there, also for the
 * first at which a guard does. Empty where nothing went wrong.
 */
export const firstAdviceOf = (summary: AuditSummary): ReadonlyArray<FirstAdvice> => {
  const found = worstOf(summary)
  if (found === undefined) return []
  const first = adviceFor(summary, found.worst, found.lead, found.found)
  if (first.use !== '') return [first]
  const others = openTools(summary).filter(([name]) => name !== first.tool && summary.evidence.wrong.of(name) > 0)
  const helped = others
    .map((tool) => adviceFor(summary, tool, 'A guard helps most at', foundOf(tool[1])))
    .find(({ use }) => use !== '')
  return helped === undefined ? [first] : [first, helped]
}

/** What failed several times, more often than anything else, where no advice says it. */
export const oftenOf = (summary: AuditSummary): string | undefined => {
  const most = mostFailed(summary, () => true)
  const advice = firstAdviceOf(summary)
  const isSaid = advice.some(({ tool, config }) => config === undefined && printedName(tool) === most?.tool)
  return advice.length === 0 || isSaid || (most?.count ?? 0) < 2 ? undefined : oftenFailed(summary)
}
