/** What a server has said of its tools, and the policy of each. */
import { isFields, type Fields } from './message.js'
import { declaredOf, policyOf, type Declared, type Policy } from './policy.js'
import type { ProxySettings } from './settings.js'

// A server may list any number, page after page.
const MAX_TOOLS = 10_000

export class Catalog {
  readonly #settings: ProxySettings
  readonly #declared = new Map<string, Declared>()
  readonly #policies = new Map<string, Policy>()

  constructor(settings: ProxySettings) {
    this.#settings = settings
  }

  knows(name: string): boolean {
    return this.#declared.has(name)
  }

  /** Takes in the result of a `tools/list`. */
  learn(result: Fields): void {
    const tools = result['tools']
    if (!Array.isArray(tools)) return
    for (const tool of tools.filter(isFields)) {
      const { name } = tool
      if (typeof name !== 'string' || this.#declared.size >= MAX_TOOLS) continue
      this.#declared.set(name, declaredOf(tool))
      this.#policies.delete(name)
    }
  }

  policy(name: string): Policy {
    const known = this.#policies.get(name)
    if (known !== undefined) return known
    const declared = this.#declared.get(name)
    const policy = policyOf(name, declared, this.#settings)
    if (policy.unusable !== undefined)
      this.#settings.tell(
        `the output schema of ${JSON.stringify(name)} cannot be used, and its answers cannot be checked: ${policy.unusable}`
      )
    // A name that no tool has is not kept: a model may make up any number.
    if (declared !== undefined || this.#settings.tools.has(name)) this.#policies.set(name, policy)
    return policy
  }
}
