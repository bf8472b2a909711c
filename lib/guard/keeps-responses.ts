/** What a ledger keeps of a tool's responses, where a framework has a form of its own for them. */

/** The data of a response, by which its replay is judged again; undefined where a ledger keeps none. */
export type KeepAnswer = (
  answer: unknown,
  judged: { readonly text: string | undefined; readonly raw: unknown }
) => { readonly data: unknown } | undefined

export interface KeepsResponses {
  /** @default what was judged */
  readonly kept?: KeepAnswer
}
