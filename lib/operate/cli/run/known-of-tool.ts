/**
 * What the proxy knows of a tool, in words: its effect, who says so, what judges its output, how often it may be
 * called, and what would change that.
 */
import { NO_LIMIT, ruleOf } from '../../../core/calls/index.js'
import { COUNTED_AS } from '../../../core/signs/index.js'
import { shownName } from '../../proxy/definition.js'
import { proxyPolicyOf, type Declaration, type ProxyPolicy } from '../../proxy/policy.js'
import type { ProxySettings, ToolRules } from '../../proxy/settings.js'

const isByConfig = ({ effect, idempotent }: ToolRules): boolean => (effect ?? idempotent) !== undefined

// The word of a server that is not trusted says how its write is counted, and no more.
const isUntrusted = ({ tool }: ProxyPolicy, { effect }: Declaration): boolean =>
  effect === 'write' && tool.kind !== undefined

const effectWords = (policy: ProxyPolicy, rules: ToolRules, declared: Declaration): string => {
  const { effect, kind = 'none' } = policy.tool
  if (isByConfig(rules)) return `a ${effect} by the config`
  if (declared.effect === undefined) return COUNTED_AS[kind]
  return `a ${declared.effect} by the server${isUntrusted(policy, declared) ? ', which is not trusted' : ''}`
}

const outputWords = ({ judge, promised, unusable }: ProxyPolicy, { output }: ToolRules): string => {
  if (unusable !== undefined) return 'results not checked, because its output schema cannot be used'
  if (output === false) return 'output not checked'
  if (promised) return 'output checked by the schema of the server'
  if (output !== undefined) return 'output checked by the config'
  return judge === undefined ? 'output not described' : 'output checked to be JSON'
}

/** A number of times, in words. */
export const howOften = (n: number): string => (n === 1 ? 'once' : `${n} times`)

const limitWords = (
  { tool }: ProxyPolicy,
  budget: Required<Pick<ProxySettings['budget'], 'read' | 'write'>>
): string => {
  const { unchanged, admitted, streak, executed } = ruleOf(tool, budget)
  const isOnce = executed !== NO_LIMIT
  const [most, where] = isOnce
    ? [executed, 'in a turn']
    : streak < admitted
      ? [streak, 'in a row']
      : [admitted, 'in a turn']
  const same = isOnce || unchanged >= most ? '' : `, and bring the same response ${howOften(unchanged)}`
  const any = tool.maxCalls === undefined ? '' : `; any call may run ${howOften(tool.maxCalls)}`
  return `the same call may run ${howOften(most)} ${where}${same}${any}`
}

const wayOut = (policy: ProxyPolicy, rules: ToolRules, declared: Declaration): string => {
  const { kind } = policy.tool
  if (isByConfig(rules) || kind === undefined) return ''
  const once = `tools.${shownName(policy.tool.name)}.effect: 'write'`
  if (isUntrusted(policy, declared)) return `. To run it once: ${declared.idempotent ? '' : '--trusted, or '}${once}`
  return `. ${kind === 'writes' ? 'To run it once' : 'If it writes'}: ${once}`
}

/** What is known of a tool that a server lists. */
export const knownOfTool = (name: string, declared: Declaration, settings: ProxySettings): string => {
  const policy = proxyPolicyOf(name, declared, settings)
  const rules = settings.tools.get(name) ?? {}
  const { read = 3, write = 1 } = settings.budget
  const words = [effectWords(policy, rules, declared), outputWords(policy, rules), limitWords(policy, { read, write })]
  return `tool ${shownName(name)}: ${words.join('; ')}${wayOut(policy, rules, declared)}`
}
