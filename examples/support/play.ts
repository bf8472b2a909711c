/** Plays a conversation with one set of tools and counts what it took. */
import type { PGlite } from '@electric-sql/pglite'
import { converse, type TextTool } from './chat.js'
import type { Conversation } from './conversations.js'
import type { GithubService } from './github-service.js'
import { scriptedModel } from './scripted-model.js'

// -- model

/** What the tools reach. */
export interface World {
  readonly origin: string
  readonly database: PGlite
}

export interface Toolbox {
  readonly tools: Readonly<Record<string, TextTool>>
  /** Calls that reached a tool so far; a refused one does not. */
  readonly reached: () => number
}

/** One call: what the model asked for, and what it saw. */
export interface Step {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly text: string
  readonly reached: boolean
}

export type Outcome = 'right' | 'wrong' | 'told the user'

export interface Played {
  readonly steps: ReadonlyArray<Step>
  readonly modelSteps: number
  readonly toolCalls: number
  readonly bytesToModel: number
  /** Requests that the service counted. */
  readonly requests: number
  readonly says: string
  readonly outcome: Outcome
}

// -- playing

const outcomeOf = (says: string, right: RegExp): Outcome => {
  if (right.test(says)) return 'right'
  return says.startsWith('I could not find out') ? 'told the user' : 'wrong'
}

const watch = ({ tools, reached }: Toolbox, steps: Array<Step>): Readonly<Record<string, TextTool>> => {
  const watched =
    (tool: string, run: TextTool): TextTool =>
    async (args) => {
      const before = reached()
      const text = await run(args)
      steps.push({ tool, args: args as Step['args'], text, reached: reached() > before })
      return text
    }
  return Object.fromEntries(Object.entries(tools).map(([name, run]) => [name, watched(name, run)]))
}

export const play = async (
  { script, question, right, service: how }: Conversation,
  service: GithubService,
  toolbox: Toolbox
): Promise<Played> => {
  service.misbehave(how)
  const steps: Array<Step> = []
  const requestsBefore = service.requests()
  const messages = await converse(scriptedModel(script), watch(toolbox, steps), question)
  const says = messages.at(-1)?.content ?? ''
  return {
    steps,
    modelSteps: messages.filter((message) => message.role === 'assistant').length,
    toolCalls: steps.filter((step) => step.reached).length,
    bytesToModel: steps.reduce((bytes, step) => bytes + Buffer.byteLength(step.text), 0),
    requests: service.requests() - requestsBefore,
    says,
    outcome: outcomeOf(says, right)
  }
}
