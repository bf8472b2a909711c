/** Writes the rules of tools as a module, with the reasons beside them. */
import { isIdentifier } from '../../../core/errors/index.js'
import { quotedText } from '../../calibrate/codec-source.js'
import { inComment, writeCodecs } from '../../calibrate/infer/draft-module.js'
import { draftRule } from './draft-rule.js'
import { applicable } from '../figures.js'
import type { FoundTools } from './found-tool.js'
import type { RecordedTool } from './recorded-answers.js'
import type { RuleLine } from './rule-line.js'

// `__proto__` would be the prototype, quoted or not.
const keyOf = (name: string): string =>
  name === '__proto__' ? `['__proto__']` : isIdentifier(name) ? name : quotedText(name)

const lineOf = ({ word, code, why, isOpen }: RuleLine): string =>
  `    ${isOpen ? '// ' : ''}${word}: ${code}, // ${why}`

const ruleText = (name: string, lines: ReadonlyArray<RuleLine>): string =>
  [`  ${keyOf(name)}: {`, ...lines.map(lineOf), '  }'].join('\n')

/** The rules of tools, as the inside of an object. */
export const rulesText = (rules: ReadonlyArray<readonly [name: string, lines: ReadonlyArray<RuleLine>]>): string =>
  rules.map(([name, lines]) => ruleText(name, lines)).join(',\n')

/** A module that exports `rules`; of a server's tools it is a config of the proxy, too. */
export const rulesModule = (
  { tools, source, isServer }: FoundTools,
  recorded: ReadonlyMap<string, RecordedTool>,
  isTypeScript: boolean
): string => {
  const drafts = tools
    .filter(({ declared }) => declared.outputSchema === undefined)
    .map(({ name }) => recorded.get(name)?.draft)
    .filter((draft) => draft !== undefined)
  const codecs = writeCodecs(drafts)
  const codecOf = new Map(drafts.map(({ tool }, i) => [tool, codecs.names[i]]))
  const own = tools.filter(({ isElsewhere }) => isElsewhere !== true)
  const guarded = own.length > 0 ? own : tools
  const rules = guarded.map((tool) => {
    const evidence = { recorded: recorded.get(tool.name), codec: codecOf.get(tool.name), isServer, isTypeScript }
    return [tool.name, draftRule(tool, evidence)] as const
  })
  const unguarded = tools
    .filter((tool) => !guarded.includes(tool))
    .map(
      ({ name }) =>
        `\n  // ${inComment(name)} has no function here: somebody else runs it, and no rule reaches its calls.`
    )
  const lines = applicable(
    `/** Rules of the tools of ${inComment(source)}, drafted by \`guarded-call rules\`: read them before you trust them. */`,
    ...(drafts.length === 0 ? [''] : [codecs.imports, '', codecs.source, '']),
    '/** For `guardFunctions(tools, { turn, rules })`, and `guardTools` of every adapter. */',
    `export const rules = {${unguarded.join('')}\n${rulesText(rules)}\n}${isTypeScript ? ' as const' : ''}`,
    isServer && '\n/** For `guarded-call mcp`, where this file is guarded-call.config.mjs. */',
    isServer && 'export default { tools: rules }'
  )
  return `${lines.join('\n')}\n`
}
