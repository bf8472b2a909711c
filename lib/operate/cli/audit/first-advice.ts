/** What to paste first: the rule of the tool at which most went wrong, and the line or the command that guards it. */
import type { ToolAudit } from '../../audit/counts.js'
import type { GivenKind } from '../../audit/given.js'
import { knownEffect, ownName } from '../../audit/known-tools.js'
import { isName } from '../rules/draft-rule.js'
import { rulesText } from '../rules/rules-module.js'
import { CONFIG_FILE, configOf, guardable, importLines, isOfCode, rulesOf, type Rules } from './advice.js'
import { doublesOf, type AuditSummary } from './summary.js'
import { counted, KINDS } from './words.js'

/** What helps most of all, for one tool. */
export interface FirstAdvice {
  readonly tool: string
  /** `23 failures in 56 calls` */
  readonly found: string
  /** What helps, in a sentence, if it is no rule. */
  readonly helps: string
  /** The module with its rule, if it needs one. */
  readonly config: string | undefined
  /** What is to be guarded, and where. */
  readonly how: string
  /** The code, or the command, that does it. */
  readonly use: string
}

const foundOf = (tool: ToolAudit): string => {
  const { doubles, repeats, given, calls } = tool
  const open = doublesOf(tool) - doubles.sure
  const kinds = Object.entries(given) as Array<[GivenKind, number]>
  const parts = [
    [doubles.sure, counted(doubles.sure, 'write that happened twice', 'writes that happened twice')],
    [open, counted(open, 'repeated write')],
    ...kinds.map(([kind, n]) => [n, counted(n, KINDS[kind].one, KINDS[kind].many)] as const),
    [repeats.unchanged, counted(repeats.unchanged, 'repeat with the same result', 'repeats with the same result')]
  ] as const
  const found = parts.filter(([n]) => n > 0).map(([, words]) => words)
  return found.length === 0 ? '' : `${found.join(', ')} in ${counted(calls, 'call')}`
}

// A name that stands in a command must not be one itself.
const SERVER = /^mcp__([\w-]+?)__/

interface Guarded {
  readonly name: string
  /** With those of the same agent. */
  readonly tools: ReadonlyArray<string>
  readonly hasRules: boolean
  /** Its results are too long. */
  readonly isLong: boolean
  readonly isClaudeCode: boolean
}

const functionsOf = (tools: ReadonlyArray<string>): string =>
  tools.map((name) => (isName(name) ? name : `${JSON.stringify(name)}: yourFunction`)).join(', ')

const guardedBy = ({ name, tools, hasRules, isLong, isClaudeCode }: Guarded): Pick<FirstAdvice, 'how' | 'use'> => {
  const own = ownName(name)
  const [, server] = SERVER.exec(name) ?? []
  const handles = isLong ? '--handles ' : ''
  if (server !== undefined && isClaudeCode)
    return {
      how: 'its server in Claude Code (the command shows the change, and asks)',
      use: `npx -y guarded-call mcp install --client claude-code ${server}`
    }
  if (own !== name)
    return {
      how: 'its server in the configuration of the client, where COMMAND is what starts it today',
      use: `npx -y guarded-call mcp ${handles}-- COMMAND`
    }
  return {
    how: `it where the agent is given its functions (of an MCP server: \`npx -y guarded-call mcp ${handles}-- COMMAND\`)`,
    use: [
      "import { guardFunctions, openTurn } from 'guarded-call'",
      ...(isLong ? ["import { resultHandles } from 'guarded-call/results'"] : []),
      ...(hasRules ? [`import { rules } from './${CONFIG_FILE}'`] : []),
      '',
      '// The functions that you have, of one agent: import or define them above.',
      `const functions = { ${functionsOf(tools)} }`,
      '',
      'const tools = guardFunctions(functions, {',
      `  turn: openTurn()${hasRules ? ',' : ''} // one for each run of the agent`,
      ...(hasRules ? ['  rules'] : []),
      '})',
      ...(isLong
        ? [
            '',
            'const results = resultHandles() // one for each conversation',
            '// What the model reads of a value: of a long one a preview. `results.reader` is the tool that reads the rest.',
            'const textFor = (value) => results.textOf(value)'
          ]
        : [])
    ].join('\n')
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

const TOLD = 'It needs no rule: a guard tells the model what went wrong and what to do next.'
const STOPPED = `${TOLD.slice(0, -1)}, and stops it from trying the same again.`
const LONG = 'It needs no rule: `results` keeps what is too long, and the model reads a preview.'

// Tools of servers and of coding agents are no functions of the agent.
const isFunction = (name: string): boolean => ownName(name) === name && knownEffect(name) === undefined

/** What to paste first: for the tool with the most findings; undefined where no tool has any. */
export const firstAdviceOf = (summary: AuditSummary): FirstAdvice | undefined => {
  const [name, tool] = guardable(summary).find(([, one]) => foundOf(one) !== '') ?? []
  if (name === undefined || tool === undefined) return undefined
  const isServer = ownName(name) !== name
  const isLong = tool.given.too_long > 0
  const own = rulesOf(summary)
    .filter(([ruled]) => ruled === ownName(name))
    // What keeps long results is no rule.
    .map(([ruled, lines]) => [ruled, lines.filter((line) => line.word !== 'maxBytes')] as const)
    .map(([ruled, lines]) => [ruled, isServer ? lines.filter((line) => !isOfCode(line)) : lines] as const)
    .filter(([, lines]) => lines.length > 0)
  return {
    tool: name,
    found: foundOf(tool),
    helps: isLong ? LONG : tool.refusable.calls > 0 ? STOPPED : TOLD,
    config: own.length === 0 ? undefined : configFor(own, isServer),
    ...guardedBy({
      name,
      tools: summary.evidence.besides(name).filter(isFunction),
      hasRules: own.length > 0,
      isLong,
      isClaudeCode: (summary.total.formats['claude-code'] ?? 0) > 0
    })
  }
}
