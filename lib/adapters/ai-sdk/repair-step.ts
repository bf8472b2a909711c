/** History repair at the place that the AI SDK has for it. */
import { repairHistory } from '../../history/repair-history.js'

/**
 * A `prepareStep` that makes the history valid before each model step: calls without results get one, results without
 * calls become notes.
 *
 * @category Adapters @since 0.1.0
 */
export const repairStep = <M extends object>({
  messages
}: {
  readonly messages: Array<M>
}): { readonly messages: Array<M> } => ({ messages: [...repairHistory('ai-sdk', messages).messages] })
