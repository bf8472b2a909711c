/** Picks the call that answers a re-ask. */

/**
 * The first call of a tool in a model's answer; calls of other tools are ignored. What an `ask` of `repairArguments` gives back.
 *
 * @category Feedback @since 0.1.0
 */
export const firstCallOf = <Call extends { readonly name: string }>(
  name: string,
  calls: ReadonlyArray<Call>
): Call | undefined => calls.find((call) => call.name === name)
