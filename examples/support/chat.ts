/** The part of OpenAI's chat completions that a tool loop needs, and that loop. */

// -- model

export interface ToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

export type Message =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: ReadonlyArray<ToolCall> }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

export type AssistantMessage = Extract<Message, { role: 'assistant' }>

export interface ChatModel {
  readonly complete: (messages: ReadonlyArray<Message>) => AssistantMessage
}

/** What the loop needs of a tool: the arguments that the model wrote in, the text that the model reads out. */
export type TextTool = (args: unknown) => Promise<string>

// -- the loop

// No real loop goes on for ever; no conversation here comes near.
const MAX_STEPS = 40

/** Asks the model, runs the tools that it calls, and hands it their texts, until it answers in words. */
export const converse = async (
  model: ChatModel,
  tools: Readonly<Record<string, TextTool>>,
  question: string
): Promise<ReadonlyArray<Message>> => {
  const messages: Array<Message> = [{ role: 'user', content: question }]
  for (let step = 0; step < MAX_STEPS; step++) {
    const reply = model.complete(messages)
    messages.push(reply)
    if (reply.tool_calls === undefined) return messages
    for (const call of reply.tool_calls) {
      const tool = tools[call.function.name]
      const content =
        tool === undefined ? `There is no tool ${call.function.name}.` : await tool(JSON.parse(call.function.arguments))
      messages.push({ role: 'tool', tool_call_id: call.id, content })
    }
  }
  return messages
}
