/**
 * What the proxy knows of a tool, in words: its effect, who says so, what judges its output, and how often it may be
 * called.
 */
import { NO_LIMIT, ruleOf } from '../../../core/calls/index.js'
import { count } from '../../../core/errors/index.js'
import { COUNTED_AS } from '../../../core/signs/index.js'
import { proxyPolicyOf, type Declaration, type ProxyPolicy } from '../../proxy/policy.js'
import type { ProxySettings, ToolRules } from '../../proxy/settings.js'

const effectWords = ({ tool }: ProxyPolicy, rules: ToolRules, declared: Declaration): string => {
  if (rules.effect !== undefined || rules.idempotent !== undefined) return `${tool.effect} by the config`
  if (declared.effect !== undefined) return `${declared.effect} by the server`
  return `undeclared, ${COUNTED_AS[tool.kind ?? 'none']}`
}

const outputWords = ({ judge, promised, unusable }: ProxyPolicy, { output }: ToolRules): string => {
  if (unusable !== undefined) return 'results not checked, because its output schema cannot be used'
  if (output === false) return 'output not checked'
  if (promised) return 'output checked by the schema of the server'
  if (output !== undefined) return 'output checked by the config'
  return judge === undefined ? 'output not described' : 'output checked to be JSON'
}

const limitWords = (
  { tool }: ProxyPolicy,
  budget: Required<Pick<ProxySettings['budget'], 'read' | 'write'>>
): string => {
  const { unchanged, admitted, streak, executed } = ruleOf(tool, budget)
  const repeats =
    executed === NO_LIMIT
      ? [
          `${count(admitted, 'identical call')} in a turn`,
          ...(unchanged === NO_LIMIT ? [] : [`${unchanged} that bring nothing new`]),
          ...(streak === NO_LIMIT ? [] : [`${streak} with no other call in between`])
        ]
      : [`${count(executed, 'identical call')} in a turn`]
  return [...repeats, ...(tool.maxCalls === undefined ? [] : [`${count(tool.maxCalls, 'call')} in all`])].join(', ')
}

/** What is known of a tool that a server lists. */
export const knownOfTool = (name: string, declared: Declaration, settings: ProxySettings): string => {
  const policy = proxyPolicyOf(name, declared, settings)
  const rules = settings.tools.get(name) ?? {}
  const { read = 3, write = 1 } = settings.budget
  return [
    effectWords(policy, rules, declared),
    outputWords(policy, rules),
    `at most ${limitWords(policy, { read, write })}`
  ].join('; ')
}
