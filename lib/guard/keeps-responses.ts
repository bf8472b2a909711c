/** What a ledger keeps of a tool's responses, and what several callers get, where a framework has a form of its own. */

/** The data of a response, by which its replay is judged again; undefined where a ledger keeps none. */
export type KeepAnswer = (
  answer: unknown,
  judged: { readonly text: string | undefined; readonly raw: unknown }
) => { readonly data: unknown } | undefined

export interface KeepsResponses {
  /** @default what was judged */
  readonly kept?: KeepAnswer
  /** Where callers get the answer itself: one for another caller, or undefined where no copy is like it. */
  readonly twinOf?: (answer: unknown) => { readonly twin: unknown } | undefined
}
