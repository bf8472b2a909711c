/** Arguments in place, repaired without asking anybody where they can have meant one thing only. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { type RepairedData, repairData } from '../core/json/index.js'
import { callKeyOf, decodeArgs } from '../guard/kernel.js'

/** The arguments as the codec takes them; undefined where it takes them unrepaired, or not at all. */
export const repairedArguments = (codec: t.Type<unknown>, args: unknown): RepairedData | undefined => {
  const { value, data } = callKeyOf(args)
  const issuesOf = (next: unknown) => {
    const decoded = decodeArgs(codec, next)
    return E.isRight(decoded) ? [] : decoded.left.issues
  }
  const issues = E.isRight(value) ? issuesOf(data) : undefined
  if (issues === undefined || issues.length === 0) return undefined
  const repaired = repairData(data, issues, issuesOf)
  return repaired.issues.length === 0 ? repaired : undefined
}
