/**
 * Arguments that a framework would parse before it runs a tool: the guarded call parses, so that what a parser throws
 * is counted and explained.
 */
import type { StandardSchemaLike } from '../codec/is-codec.js'
import { isThenable } from '../core/foreign/index.js'
import { refusedArguments } from './refusals.js'

/** Stands for the parsed arguments, for the framework to hand on. @category Adapters @since 0.1.0 */
export class RawArguments {
  constructor(readonly input: unknown) {}
}

/**
 * The arguments as the model sent them, where the framework hands on what stands for them.
 * @category Adapters @since 0.1.0
 */
export const rawInput = (given: unknown): unknown => (given instanceof RawArguments ? given.input : given)

/**
 * A tool's own parser as the schema of what the tool gets. One that takes time fills in nothing.
 * @category Adapters @since 0.1.0
 */
export const filledByParser = (parse: (input: unknown) => unknown): StandardSchemaLike => ({
  '~standard': {
    version: 1,
    vendor: 'guarded-call',
    validate: (input) => {
      try {
        const value = parse(input)
        return isThenable(value) ? Promise.resolve(value).then(() => ({ value })) : { value }
      } catch {
        // The call itself parses once more, and explains why it cannot.
        return { issues: [{ message: 'The parser of the tool refused it.' }] }
      }
    }
  }
})

/**
 * The arguments as a tool's own parser makes them; throws a refusal that the guard explains.
 * @category Adapters @since 0.1.0
 */
export const parsedBy = async (
  parse: ((...args: ReadonlyArray<never>) => unknown) | undefined,
  input: unknown
): Promise<unknown> => {
  if (parse === undefined) return input
  try {
    return await (parse as (input: unknown) => unknown)(input)
  } catch (thrown) {
    throw refusedArguments(thrown)
  }
}
