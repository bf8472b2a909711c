/** What to do about it: a config with the rules that would have helped, and for each the count that it is based on. */
import type { ToolAudit } from '../../audit/counts.js'
import { longChars, type GivenKind } from '../../audit/given.js'
import { knownEffect, ownName } from '../../audit/known-tools.js'
import { isIdentifier } from '../../../core/errors/index.js'
import { number } from '../calibrate/words.js'
import { isPolled, kindOf } from '../../../core/signs/index.js'
import type { RuleLine } from '../rules/draft-rule.js'
import { rulesText } from '../rules/rules-module.js'
import { doublesOf, toolsOf, type AuditSummary } from './summary.js'
import { counted, KINDS } from './words.js'

const identityLine = (subject: ReadonlyArray<string>, alike: number): ReadonlyArray<RuleLine> => {
  if (alike === 0 || subject.length === 0 || !subject.every(isIdentifier)) return []
  const picked = `{ ${subject.join(', ')} }`
  return [
    {
      word: 'identity',
      code: `(${picked}) => (${picked})`,
      why: `${counted(alike, 'call')} differed in words alone: with it the second is refused`,
      isOpen: true
    }
  ]
}

const effectLines = (name: string, tool: ToolAudit): ReadonlyArray<RuleLine> => {
  const { calls, repeats, doubles } = tool
  if (doublesOf(tool) > 0)
    return [
      {
        word: 'effect',
        code: "'write'",
        why: `${counted(doublesOf(tool), 'repeated write')} in ${counted(calls, 'call')}, of which ${number(doubles.sure)} happened twice`
      }
    ]
  if (repeats.unchanged === 0) return []
  if (isPolled(name) && kindOf(name) !== 'writes')
    return [
      { word: 'polls', code: 'true', why: `asked again ${counted(repeats.unchanged, 'time')} with the same result` }
    ]
  const why = `${counted(repeats.unchanged, 'repeat')} of ${counted(calls, 'call')} brought nothing new`
  switch (kindOf(name)) {
    case 'writes':
      return []
    // It counts as a read already.
    case 'reads':
      return [{ word: 'maxIdenticalCalls', code: '1', why: `${why}: with it the first is refused`, isOpen: true }]
    default:
      return [{ word: 'effect', code: "'read'", why }]
  }
}

type OpenLine = readonly [kind: GivenKind, word: RuleLine['word'], code: string, why: string]

const withUnderscores = (n: number): string => n.toLocaleString('en-US').replaceAll(',', '_')

// Only a person can decide these: each stands in a comment.
const openLines = (context: number): ReadonlyArray<OpenLine> => [
  ['web_page', 'output', 'Output', 'a codec or schema refuses them; `guarded-call rules ./tools.js LOGS` drafts it'],
  ['more_pages', 'checks', '[detectMorePages()]', 'none was followed; `guarded-call mcp` says so by itself'],
  [
    'empty',
    'checks',
    '[nonEmpty((payload) => payload)]',
    'if an empty answer means a wrong question; `payload.items` where the rows are there'
  ],
  [
    'too_long',
    'maxBytes',
    withUnderscores(longChars(context)),
    'refused with it; kept, and read in parts, with `results`'
  ]
]

const givenLines = ({ given, calls }: ToolAudit, context: number): ReadonlyArray<RuleLine> =>
  openLines(context)
    .filter(([kind]) => given[kind] > 0)
    .map(([kind, word, code, why]) => ({
      word,
      code,
      why: `${counted(given[kind], KINDS[kind].one, KINDS[kind].many)} in ${counted(calls, 'call')}: ${why}`,
      isOpen: true
    }))

const MAX_RULES = 30

export const CONFIG_FILE = 'guarded-call.config.mjs'

export type Rules = ReadonlyArray<readonly [name: string, lines: ReadonlyArray<RuleLine>]>

// `guarded-call mcp` has neither.
export const isOfCode = ({ word }: RuleLine): boolean => word === 'checks' || word === 'maxBytes'

const CHECKS = ['detectMorePages', 'nonEmpty'] as const

export const importLines = (rules: Rules): ReadonlyArray<string> => {
  const code = rules.flatMap(([, lines]) => lines.map((line) => line.code)).join()
  const used = CHECKS.filter((name) => code.includes(name))
  return used.length === 0 ? [] : [`// import { ${used.join(', ')} } from 'guarded-call'`, '']
}

/** What the proxy is given: all rules, where it has a setting for each of their lines. */
export const configOf = (rules: Rules): string => {
  if (!rules.some(([, lines]) => lines.some(isOfCode))) return 'rules'
  const its = rules
    .map(([name, lines]) => [name, lines.filter((line) => !isOfCode(line))] as const)
    .filter(([, lines]) => lines.length > 0)
  return its.length === 0 ? '{}' : `{\n${rulesText(its)}\n}`
}

/** The tools before which a guard can stand: those of coding agents are their own. */
export const guardable = ({ total }: AuditSummary): ReturnType<typeof toolsOf> =>
  toolsOf(total.audit).filter(([name]) => knownEffect(ownName(name)) === undefined)

export const rulesOf = (summary: AuditSummary): Rules =>
  guardable(summary)
    .map(([name, tool]): Rules[number] => {
      const own = ownName(name)
      const identity = identityLine(summary.evidence.subjectOf(name), tool.doubles.alike)
      return [own, [...effectLines(own, tool), ...identity, ...givenLines(tool, summary.context)]]
    })
    .filter(([, lines]) => lines.length > 0)

/** A module with the rules that would have helped; undefined where none would. */
export const adviceOf = (summary: AuditSummary): string | undefined => {
  const rules = rulesOf(summary).slice(0, MAX_RULES)
  if (rules.length === 0) return undefined
  const head = `// ${CONFIG_FILE}. Read the rules before you trust them; each agent takes those of its own tools alone.`
  return [
    head,
    ...importLines(rules),
    '/** For `guardFunctions`, and `guardTools` of every adapter. */',
    `export const rules = {\n${rulesText(rules)}\n}`,
    '',
    '/** For `guarded-call mcp`. */',
    `export default { tools: ${configOf(rules)} }`,
    ''
  ].join('\n')
}
