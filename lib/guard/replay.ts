/** Responses of earlier runs: those that a ledger kept, and those that `verify` or a person brings. */
import type { Judgement } from './judgement.js'
import type { KeepAnswer } from './stored-answer.js'
import { verdictOf, type CheckedTool } from './tool.js'

/** What a ledger needs of a tool and its responses. */
export interface LedgerStages<Args, A> {
  readonly tool: CheckedTool<Args>
  readonly judge: (args: Args, answer: unknown) => Judgement<A>
  /** @default what was judged */
  readonly kept?: KeepAnswer
  /** The response of what a ledger kept, or of what `verify` or a person brought. @default that itself */
  readonly restored?: ((kept: unknown) => unknown) | undefined
}

/** The judge of what a ledger kept, and of what somebody says that the tool would have returned. */
export const replayJudge =
  <Args, A>({ judge, restored }: LedgerStages<Args, A>): LedgerStages<Args, A>['judge'] =>
  (args, kept) =>
    // A verdict that was kept is a token already.
    judge(args, restored === undefined || verdictOf(kept) !== undefined ? kept : restored(kept))
