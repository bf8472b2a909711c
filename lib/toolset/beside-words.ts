/** Images and files that a failing tool hands over beside its words. */
import { asList } from '../core/foreign/index.js'
import { stateOf, type BesideWords, type ToolTraits, type Turn } from '../guard/kernel.js'
import { isWords } from './content.js'

/** The blocks of a content that are no words. @category Adapters @since 0.1.0 */
export const blocksBeside = (content: unknown): ReadonlyArray<unknown> =>
  asList(content).filter((block) => !isWords(block))

/** The content of an error: its text, and the blocks beside it, if there are any. @category Adapters @since 0.1.0 */
export const withBlocks = (text: string, beside: BesideWords | undefined): unknown =>
  beside === undefined || beside.blocks.length === 0 ? text : [{ type: 'text', text }, ...beside.blocks]

/** What of it may be handed on: whose words nobody reads shows nothing else, either. */
export const quotable = (
  beside: BesideWords | undefined,
  tool: Pick<ToolTraits<unknown>, 'quoteErrors'>,
  turn: Turn
): BesideWords | undefined =>
  beside !== undefined && (tool.quoteErrors ?? stateOf({ turn })?.settings.quoteErrors) === false
    ? { ...beside, blocks: [] }
    : beside
