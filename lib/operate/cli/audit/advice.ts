/** What to do about it: a config with the rules that would have helped, and for each the count that it is based on. */
import type { ToolAudit } from '../../audit/counts.js'
import { longChars, type GivenKind } from '../../audit/given.js'
import { ownName } from '../../audit/known-tools.js'
import { isIdentifier } from '../../../core/errors/index.js'
import { quotedText } from '../../calibrate/codec-source.js'
import { isPolled, kindOf } from '../../../core/signs/index.js'
import { guardable, isOfServer, isOnlyOfHosts } from './built-in.js'
import { openLine, ruleLine, type RuleLine } from '../rules/rule-line.js'
import { rulesText } from '../rules/rules-module.js'
import type { ToolFaults } from './faults.js'
import { printedName, printedValue } from './printed-name.js'
import { doublesOf, type AuditSummary } from './summary.js'
import { KINDS } from './words.js'
import { counted, applicable, number } from '../figures.js'

// A rule must not refuse what this log needed.
const MUST_NOT = (needed: number): string =>
  `but with it ${counted(needed, 'repeat that may have been needed', 'repeats that may have been needed')} would be refused, too`

const NUMBERS = 'with it the second is refused, and so is one that only a number in these words tells apart'

const NOT_NEEDED = 'none that seems to have been needed'

const identityLine = (
  subject: ReadonlyArray<string>,
  hasNumbers: boolean,
  { doubles }: ToolAudit
): ReadonlyArray<RuleLine> => {
  const { alike, neededAlike } = doubles
  if (alike === 0 || subject.length === 0 || !subject.every(isIdentifier)) return []
  const picked = `{ ${subject.join(', ')} }`
  const found = `${counted(alike, 'call')} differed in words alone`
  const helps =
    neededAlike > 0 ? MUST_NOT(neededAlike) : hasNumbers ? NUMBERS : `with it the second is refused, and ${NOT_NEEDED}`
  return [ruleLine('identity', `(${picked}) => (${picked})`, `${found}: ${helps}`, neededAlike > 0 || hasNumbers)]
}

const writeLine = (name: string, { calls, doubles }: ToolAudit): RuleLine => {
  const sure = doubles.sure === 0 ? '' : `, of which ${number(doubles.sure)} happened twice`
  const found = `${counted(doubles.equal + doubles.alike, 'repeated write')} in ${counted(calls, 'call')}${sure}`
  // Equal arguments make two calls one; those that differ in words alone need an identity.
  const helped =
    doubles.alike === 0
      ? 'with it the second is refused'
      : doubles.equal === 0
        ? 'with it and the `identity` the second is refused'
        : 'with it the second is refused where its arguments are the same, and with the `identity` any'
  // Of a first call with an open end, nobody knows whether the second was needed.
  const needed = doubles.sure === doubles.equal + doubles.alike ? `, and ${NOT_NEEDED}` : ''
  if (kindOf(name) !== 'writes') return openLine('effect', "'write'", `${found}: ${helped}, and equal reads by it, too`)
  return doubles.needed === 0
    ? ruleLine('effect', "'write'", `${found}: ${helped}${needed}`)
    : openLine('effect', "'write'", `${found}: ${MUST_NOT(doubles.needed)}`)
}

const effectLines = (name: string, tool: ToolAudit): ReadonlyArray<RuleLine> => {
  const { calls, repeats, refusable } = tool
  if (doublesOf(tool) > 0) return [writeLine(name, tool)]
  const { unchanged, rechecked, changed, unknown } = repeats
  const kind = kindOf(name)
  if (kind === 'writes') return []
  // A guard refuses what brings nothing new by itself, until the job that is asked after has moved.
  const news = refusable.calls - refusable.unchanged
  const isOpen = kind === 'none' && !isPolled(name)
  // Of a tool that need not be one that is polled, most of what a guard refuses must be worth a call.
  if (news > 0 && !(isOpen && refusable.unchanged > news)) {
    const why = `${counted(news, 'call')} that a guard would have refused brought another result`
    return [
      ruleLine('polls', 'true', isOpen ? `${why}, if it only reads` : why, isOpen),
      ruleLine('maxIdenticalCalls', '500', 'what lets the longest job end', isOpen)
    ]
  }
  if (unchanged === 0 || isPolled(name)) return []
  // It would refuse repeats that brought something new.
  if (rechecked + changed + unknown > 0) return []
  const why = `${counted(unchanged, 'repeat')} of ${counted(calls, 'call')} brought nothing new: with it the first is refused${kind === 'none' ? ', if it only reads' : ''}`
  return [openLine('maxIdenticalCalls', '1', why)]
}

const withUnderscores = (n: number): string => n.toLocaleString('en-US').replaceAll(',', '_')

const MAX_EMPTY = 60

/** The check of an empty response, as it was recorded: a text is not read as JSON without an `output`. */
const nonEmptyOf = (text: string): string =>
  text.trim() === '' || text.length > MAX_EMPTY
    ? 'nonEmpty((payload) => payload)'
    : `nonEmpty((payload) => (payload === ${quotedText(text)} ? [] : payload))`

// Only a person can decide these: each stands in a comment.
const openLines = (
  context: number,
  empty: string
): ReadonlyArray<readonly [kind: GivenKind, word: RuleLine['word'], code: string, why: string]> => [
  ['web_page', 'output', 'Output', 'a codec or schema refuses them; `guarded-call rules ./tools.js LOGS` drafts it'],
  ['more_pages', 'checks', 'detectMorePages()', 'none was followed; `guarded-call mcp` says so by itself'],
  [
    'empty',
    'checks',
    nonEmptyOf(empty),
    'if an empty answer means a wrong question; `payload.items` where an `output` has the rows there'
  ],
  [
    'too_long',
    'maxBytes',
    withUnderscores(longChars(context)),
    'refused with it; kept, and read in parts, with `results`'
  ]
]

const MAX_MISSING = 3

// `guarded-call mcp` goes by the schemas of its server.
const argsLines = ({ given }: ToolAudit, { ofArguments, missing }: ToolFaults): ReadonlyArray<RuleLine> => {
  if (ofArguments === 0) return []
  const names = missing.slice(0, MAX_MISSING).map((name) => printedName(name))
  const left = names.length === 0 ? '' : ` (left out: ${names.join(', ')})`
  const found = `${number(ofArguments)} of ${counted(given.failed, 'failure')} are about arguments${left}`
  const helps = 'a codec or schema tells the model each field, before the tool runs'
  return [openLine('args', 'Arguments', `${found}: ${helps}`)]
}

const givenLines = (tool: ToolAudit, failures: number, context: number, empty: string): ReadonlyArray<RuleLine> => {
  const { given, calls } = tool
  const inCalls = `in ${counted(calls, 'call')}`
  const failed =
    failures === 0 ? [] : [ruleLine('checks', '[errorEnvelope()]', `${counted(failures, 'failure')} ${inCalls}`)]
  // Both checks stand in one list.
  const listed = (check: string): string => `[${failures === 0 ? '' : 'errorEnvelope(), '}${check}]`
  const open = openLines(context, empty)
    .filter(([kind]) => given[kind] > 0)
    .map(([kind, word, code, why]) =>
      openLine(
        word,
        word === 'checks' ? listed(code) : code,
        `${counted(given[kind], KINDS[kind].one)} ${inCalls}: ${why}`
      )
    )
  return [...failed, ...open]
}

const MAX_RULES = 30

export const CONFIG_FILE = 'guarded-call.config.mjs'

export type Rules = ReadonlyArray<readonly [name: string, lines: ReadonlyArray<RuleLine>]>

// `guarded-call mcp` has none of them.
export const isOfCode = ({ word }: RuleLine): boolean => word === 'args' || word === 'checks' || word === 'maxBytes'

const CHECKS = ['detectMorePages', 'errorEnvelope', 'nonEmpty'] as const

const ENVELOPE =
  '// errorEnvelope: of a failure that a function returns, the model reads a code and a hint. What it throws needs no rule.'

export const importLines = (rules: Rules): ReadonlyArray<string> => {
  const lines = rules.flatMap(([, all]) => all)
  const used = CHECKS.filter((name) => lines.some(({ code }) => code.includes(name)))
  // The command may run where the package is not installed.
  const isNeeded = lines.some(({ word, isOpen }) => word === 'checks' && !isOpen)
  if (used.length === 0) return []
  const line = `${isNeeded ? '' : '// '}import { ${used.join(', ')} } from 'guarded-call'`
  return [line, '', ...(isNeeded ? [ENVELOPE] : [])]
}

/** What the proxy is given: all rules, where it has a setting for each of their lines. */
export const configOf = (rules: Rules): string => {
  if (!rules.some(([, lines]) => lines.some(isOfCode))) return 'rules'
  const its = rules
    .map(([name, lines]) => [name, lines.filter((line) => !isOfCode(line))] as const)
    .filter(([, lines]) => lines.length > 0)
  return its.length === 0 ? '{}' : `{\n${rulesText(its)}\n}`
}

export const rulesOf = (summary: AuditSummary): Rules =>
  guardable(summary)
    .map(([name, all]): Rules[number] => {
      const [own, { evidence }] = [ownName(name), summary]
      const tool = evidence.faults.returnsText(name) ? { ...all, given: { ...all.given, web_page: 0 } } : all
      const faults = evidence.faults.of(name)
      // A server has no checks; a write that is refused reads as one that may have run; `args` tells more of arguments.
      const returned = evidence.given.returnedFailuresOf(name) - faults.ofArguments - faults.bugs
      const failures = !isOfServer(summary, name) && kindOf(own) === 'reads' ? Math.max(0, returned) : 0
      const lines = [
        ...effectLines(own, tool),
        ...identityLine(evidence.subjectOf(name), evidence.hasNumbersInWords(name), tool),
        ...argsLines(tool, faults),
        ...givenLines(tool, failures, evidence.contextTokens, evidence.emptyOf(name))
      ]
      // No function of an agent stands before the tool of a server that another program calls.
      return [own, isOnlyOfHosts(summary, name) ? lines.filter((line) => !isOfCode(line)) : lines]
    })
    .filter(([, lines]) => lines.length > 0)

const MAX_AGENTS = 10

/** Whether two lists share most of the shorter one: no conversation of an agent needs all of its tools. */
const areOfOne = (one: ReadonlySet<string>, other: ReadonlyArray<string>): boolean =>
  other.filter((name) => one.has(name)).length * 2 > Math.min(one.size, other.length)

/** Which of the rules are of tools that one agent has together, by its conversations, where not all are. */
const agentLines = (summary: AuditSummary, rules: Rules): ReadonlyArray<string> => {
  const ruled = new Set(rules.map(([name]) => name))
  const names = guardable(summary).flatMap(([name]) => (ruled.has(ownName(name)) ? [name] : []))
  const left = new Set(names)
  const agents: Array<Set<string>> = []
  for (const name of left) {
    const [group] = summary.evidence.wrong.groupsOf(name)
    const its = names.filter((other) => other === name || group?.tools.has(other))
    its.forEach((other) => left.delete(other))
    const known = agents.find((agent) => areOfOne(agent, its))
    if (known === undefined) agents.push(new Set(its))
    else its.forEach((other) => known.add(other))
  }
  if (agents.length < 2) return []
  const more = agents.length - MAX_AGENTS
  const named = (agent: ReadonlySet<string>): string =>
    `// Of one agent: ${[...agent].map((name) => printedName(ownName(name))).join(', ')}`
  return [
    ...agents.slice(0, MAX_AGENTS).map(named),
    ...(more > 0 ? [`// Of other agents: ${number(more)} lists more`] : [])
  ]
}

/** How many tools the advised config leaves out, in a sentence; undefined where it leaves out none. */
export const unruledOf = (summary: AuditSummary): string | undefined => {
  const left = rulesOf(summary).length - MAX_RULES
  return left > 0 ? `Left out: the rules of ${counted(left, 'tool')} with fewer findings.` : undefined
}

/** A module with the rules that would have helped; undefined where none would. */
export const adviceOf = (summary: AuditSummary): string | undefined => {
  const rules = rulesOf(summary).slice(0, MAX_RULES)
  if (rules.length === 0) return undefined
  const head = `// ${CONFIG_FILE}. Read the rules before you trust them; each agent takes those of its own tools alone.`
  const left = unruledOf(summary)
  return applicable(
    head,
    left && `// ${left}`,
    ...agentLines(summary, rules),
    ...importLines(rules),
    '/** For `guardFunctions`, and `guardTools` of every adapter. */',
    `export const rules = {\n${rulesText(rules)}\n}`,
    '',
    '/** For `guarded-call mcp`. */',
    `export default { tools: ${configOf(rules)} }`,
    ''
  ).join('\n')
}

const MAX_BROKEN = 3

/** Tools that broke by an error in their own code, each in a sentence: no rule helps them. */
export const brokenOf = (summary: AuditSummary): ReadonlyArray<string> =>
  guardable(summary)
    .map(([name, { given }]) => ({ name, failed: given.failed, ...summary.evidence.faults.of(name) }))
    .filter(({ bugs }) => bugs > 0)
    .slice(0, MAX_BROKEN)
    .map(
      ({ name, failed, bugs, bug }) =>
        `Fix the tool ${printedName(name)}: ${number(bugs)} of its ${counted(failed, 'failure')} ${bugs === 1 ? 'is an error' : 'are errors'} in its own code (${printedValue(bug, 120)}), and no rule helps.`
    )
