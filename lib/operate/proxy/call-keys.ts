/** What a call is known by: its arguments, with all that was written, or what its rule takes of them. */
import * as E from 'fp-ts/lib/Either.js'
import { sortedJson } from '../../core/json/index.js'
import { ArgsKey, argumentsAs, identified, type CallArguments } from '../../guard/kernel.js'
import type { ProxyPolicy } from './policy.js'

interface SentArguments {
  readonly args: unknown
  /** With all that was written, by which calls are told apart. */
  readonly exact: unknown
}

/** A server may accept arguments that the guard would not: a file of two million characters. */
export const keyedArguments = (
  { tool }: ProxyPolicy,
  { args, exact }: SentArguments,
  keeps: boolean
): CallArguments<unknown> => {
  const { value, key } = argumentsAs(undefined, exact)
  return {
    // Until the call has ended, and for what asks of them how to ask for less.
    value: E.right(tool.narrow === undefined ? undefined : args),
    // A turn remembers a thousand calls: no arguments are kept for nothing.
    data: keeps ? argumentsAs(undefined, args).data : null,
    key: E.isRight(value) ? key : new ArgsKey(sortedJson(exact) ?? 'arguments that cannot be written')
  }
}

/** Its arguments themselves are not kept: what makes two writes the same is taken of them before. */
export const identifiedBy = (
  { tool }: ProxyPolicy,
  exact: unknown,
  call: CallArguments<unknown>
): CallArguments<unknown> => {
  if (tool.identity === undefined || tool.effect === 'read') return call
  const { identity, value } = identified(tool, { ...call, value: E.right(exact) })
  if (E.isLeft(value)) return { ...call, value }
  return identity === undefined ? call : { ...call, identity, whole: call.key }
}
