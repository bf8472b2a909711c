/**
 * What a config says of a tool in words, as the guard takes it: the words of `rules` in place, as far as JSON can say
 * them.
 */
import { namedFields } from '../../core/calls/index.js'
import { given } from '../../core/options.js'
import type { ToolTraits } from '../../guard/kernel.js'
import type { ToolRules } from './settings.js'

type DeclaredTraits = Pick<
  ToolTraits<unknown>,
  'maxIdenticalCalls' | 'maxCalls' | 'polls' | 'identity' | 'transient' | 'alternatives' | 'narrow' | 'quoteErrors'
>

/** The traits that a rule declares of its own; effect and output are weighed against the server's word. */
export const declaredTraits = (rules: ToolRules): DeclaredTraits => {
  const { maxIdenticalCalls, maxCalls, polls, identity, transient, alternatives, narrow, quoteErrors } = rules
  // Functions of a config are of no type.
  const said: object = {
    maxIdenticalCalls,
    maxCalls,
    polls,
    alternatives,
    quoteErrors,
    // Beside a word it is never nothing: in a call of `null` alone, all arguments count.
    identity: typeof identity === 'object' ? (args: unknown) => ['named', namedFields(identity, args)] : identity,
    transient: transient && (({ code }: { readonly code: string }) => transient.includes(code)),
    narrow: typeof narrow === 'string' ? () => narrow : narrow
  }
  return given(said)
}
