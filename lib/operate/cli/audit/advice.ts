/** What to do about it: a config with the rules that would have helped, and for each the count that it is based on. */
import type { ToolAudit } from '../../audit/counts.js'
import { longChars, type GivenKind } from '../../audit/given.js'
import { knownEffect, ownName } from '../../audit/known-tools.js'
import { isIdentifier } from '../../../core/errors/index.js'
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
        why: `${counted(doublesOf(tool), 'possible double write')} in ${counted(calls, 'call')}, ${counted(doubles.sure, 'reported success', 'reported success')} twice`
      }
    ]
  if (repeats.unchanged === 0) return []
  if (isPolled(name) && kindOf(name) !== 'writes')
    return [
      { word: 'polls', code: 'true', why: `asked again ${counted(repeats.unchanged, 'time')} with the same result` }
    ]
  return kindOf(name) === 'writes'
    ? []
    : [
        {
          word: 'effect',
          code: "'read'",
          why: `${counted(repeats.unchanged, 'repeat')} of ${counted(calls, 'call')} brought nothing new`
        }
      ]
}

type OpenLine = readonly [kind: GivenKind, word: RuleLine['word'], code: string, why: string]

const withUnderscores = (n: number): string => n.toLocaleString('en-US').replaceAll(',', '_')

// Only a person can decide these: each stands in a comment.
const openLines = (context: number): ReadonlyArray<OpenLine> => [
  ['web_page', 'output', 'Output', 'a codec or schema refuses them; `guarded-call rules ./tools.js LOGS` drafts it'],
  ['more_pages', 'checks', '[detectMorePages()]', 'none was followed; `guarded-call mcp` says so by itself'],
  ['empty', 'checks', '[nonEmpty((payload) => payload.items)]', 'if an empty answer means a wrong question'],
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

/** A module with the rules that would have helped; undefined where none would. */
export const adviceOf = ({ total, evidence, context }: AuditSummary): string | undefined => {
  const rules = toolsOf(total.audit)
    .filter(([name]) => knownEffect(ownName(name)) === undefined)
    .map(([name, tool]): readonly [string, ReadonlyArray<RuleLine>] => {
      const own = ownName(name)
      const identity = identityLine(evidence.subjectOf(name), tool.doubles.alike)
      return [own, [...effectLines(own, tool), ...identity, ...givenLines(tool, context)]]
    })
    .filter(([, lines]) => lines.length > 0)
    .slice(0, MAX_RULES)
  if (rules.length === 0) return undefined
  return `${[
    '// guarded-call.config.mjs: rules for `guardFunctions`, `guardTools` of every adapter, and `guarded-call mcp`. Read them before you trust them.',
    `export const rules = {\n${rulesText(rules)}\n}`,
    '',
    'export default { tools: rules }'
  ].join('\n')}\n`
}
