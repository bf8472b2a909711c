/** Whether a returned failure says no: by its data, and by what stands in its fields that no data shows. */
import { isObject } from '../core/foreign/index.js'
import { refuses, reports, type EffectPolicy, type ReceivedAnswer } from './answer-evidence.js'
import { openReturned } from './thrown/carried.js'

/**
 * Whether a response is the tool's own report of a failure, and whether it says that the request was refused;
 * `accepted`: its codec took it.
 */
export const saidNoIn = (
  policy: EffectPolicy,
  raw: unknown,
  { value }: ReceivedAnswer,
  accepted: boolean
): { readonly report: boolean; readonly refuses: boolean } => {
  const said = { report: reports(policy, raw, false), refuses: refuses(policy, raw, accepted) }
  if (!isObject(value) || (!said.report && !said.refuses)) return said
  const { mayReport, mayRefuse } = openReturned(value)
  return { report: said.report && mayReport, refuses: said.refuses && mayRefuse }
}
