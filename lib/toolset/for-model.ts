/** What a tool itself makes of its answers for a model (`toModelOutput`): an error hands on no more of them. */
import type { ToolError } from '../core/errors/index.js'
import { abandon, isFields, isThenable } from '../core/foreign/index.js'

/** Makes of an answer to some arguments what a model reads of it. @category Adapters @since 0.1.0 */
export type ForModel = (answer: unknown, args: unknown) => unknown

// The SDK's forms of an output; Mastra takes any other as well.
const readIn = (made: unknown): unknown => (isFields(made) && 'type' in made && 'value' in made ? made.value : made)

/**
 * What a tool makes for a model by its `toModelOutput`; undefined of one that leaves it to its framework. `givenFor` is
 * what the framework would hand it.
 * @category Adapters @since 0.1.0
 */
export const forModelOf = (
  tool: object,
  givenFor: (answer: unknown, args: unknown) => unknown = (answer) => answer
): ForModel | undefined => {
  const { toModelOutput: own } = tool as { readonly toModelOutput?: unknown }
  return typeof own === 'function'
    ? (answer, args) => readIn((own as (given: unknown) => unknown).call(tool, givenFor(answer, args)))
    : undefined
}

/** The same for an answer; undefined of one in MCP's form, whose texts a model reads. */
export const readingOf = (
  forModel: ForModel | undefined,
  {
    value,
    classified
  }: { readonly value: unknown; readonly classified: { readonly kind: string; readonly data?: unknown } }
): ForModel | undefined => (classified.kind === 'data' && classified.data !== value ? undefined : forModel)

/** The error with what a model reads of its data; without data where nothing was made of them at once. */
export const errorFor = (forModel: ForModel | undefined, error: ToolError, args: unknown): ToolError => {
  if (forModel === undefined || error.data === undefined) return error
  const { data, ...rest } = error
  try {
    const made = forModel(data, args)
    abandon(made)
    return made === undefined || isThenable(made) ? rest : { ...rest, data: made }
  } catch {
    return rest
  }
}
