/** Tools that can stand in for one that failed. */
import { MAX_HINT, type ToolError } from '../core/errors/index.js'

interface Replaceable {
  readonly name: string
  readonly alternatives?: ReadonlyArray<string>
}

/** Names, where a hint says to use another tool, the first that stands in for it and that the model has. */
export const namingStandIn = (
  { name, alternatives }: Replaceable,
  exists: (name: string) => boolean,
  error: ToolError
): ToolError => {
  const other = alternatives?.find((each) => each !== name && exists(each))
  if (other === undefined || error.hint === null) return error
  const hint = error.hint.replace(/\banother tool\b/, () => other)
  return hint.length > MAX_HINT ? error : { ...error, hint }
}
