/** How a service tells a request that is made again from a new one. */
import { abandon } from '../core/foreign/index.js'
import * as o from '../core/options.js'
import type { CallContext, Idempotency } from './tool.js'

// -- options

const read = o.options('idempotency', {
  key: o.required(o.func),
  forMs: o.required(o.positive)
} satisfies o.TableOf<Idempotency<never>>)

/** Both are said, or neither. */
export const IDEMPOTENCY: o.Read<Idempotency<never> | undefined> = (value, name) =>
  value === undefined ? undefined : (read(value as object, name) as Idempotency<never>)

// -- keys

const KEY = /^[\x21-\x7e]{1,255}$/

/** The key of a request; undefined where the author's function gives none that fits a header. May throw. */
export const idempotencyKeyOf = <Args>(
  { key }: Idempotency<Args>,
  args: Args,
  context: CallContext
): string | undefined => {
  const given: unknown = key(args, context)
  // Nobody waits for a promise here, and its rejection must not end the process.
  abandon(given)
  return typeof given === 'string' && KEY.test(given) ? given : undefined
}

/** Whether an attempt may be made again so long after it began: its service still knows the key. */
export const mayRepeat = <Args>(
  idempotency: Idempotency<Args> | undefined,
  ageMs: number,
  args: Args,
  context: CallContext
): boolean => {
  if (idempotency === undefined || ageMs > idempotency.forMs) return false
  try {
    return idempotencyKeyOf(idempotency, args, context) !== undefined
  } catch {
    return false
  }
}
