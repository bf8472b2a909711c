/** Which tool calls of a message the guard answers. */

/** Throws for a call of the model that no guarded call answers: its host does. */
export const expectFunctionCall = (is: boolean): void => {
  if (!is)
    throw new TypeError(
      'Expected every tool call of the message to be a function call: answer those of custom tools yourself, and leave them out. No call of it was run.'
    )
}
