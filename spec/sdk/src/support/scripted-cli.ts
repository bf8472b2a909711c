/**
 * The other end of the Claude Agent SDK, by its control protocol: asks the hooks, calls the in-process servers, and
 * says what a model would have got. It stands in for the SDK's binary, which is what knows the model, and what decides
 * how a rewritten result is shown to it.
 */
import type { SpawnedProcess } from '@anthropic-ai/claude-agent-sdk'
import { EventEmitter } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { Asked, Reply } from './conformance.js'

// -- model

interface Initialize {
  readonly hooks?: Readonly<
    Record<string, ReadonlyArray<{ readonly matcher?: string; readonly hookCallbackIds: ReadonlyArray<string> }>>
  >
}

interface HookOutput {
  readonly decision?: 'block'
  readonly reason?: string
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string
    readonly permissionDecisionReason?: string
    readonly updatedToolOutput?: unknown
    readonly additionalContext?: string
  }
}

interface Block {
  readonly type: string
  readonly text?: string
}

interface ToolResult {
  readonly content: ReadonlyArray<Block>
  readonly isError?: boolean
}

interface RpcAnswer {
  readonly result?: ToolResult & { readonly tools?: ReadonlyArray<unknown> }
  readonly error?: { readonly message: string }
}

type Control = {
  readonly request_id: string
  readonly subtype: 'success' | 'error'
  readonly response?: unknown
  readonly error?: string
}

/** What a script does: calls that the model asks for at once, or an answer of the user's that a call is not allowed. */
export interface Script {
  readonly server: string
  readonly steps: ReadonlyArray<ReadonlyArray<Asked>>
  /** Ids of calls that the user does not allow. */
  readonly forbidden?: ReadonlyArray<string>
}

// -- the other end

const textOf = (output: unknown): string => {
  if (typeof output === 'string') return output
  const content = Array.isArray(output) ? (output as ReadonlyArray<Block>) : (output as Partial<ToolResult>).content
  return content === undefined
    ? JSON.stringify(output)
    : content.map((block) => block.text ?? JSON.stringify(block)).join('')
}

export class ScriptedCli {
  readonly replies: Array<Reply> = []
  /** What the in-process server says that it offers. */
  tools: ReadonlyArray<unknown> = []
  readonly #script: Script
  readonly #stdin = new PassThrough()
  readonly #stdout = new PassThrough()
  readonly #events = new EventEmitter()
  readonly #answers = new Map<string, (control: Control) => void>()
  #hooks: Initialize['hooks'] = {}
  #next = 0

  constructor(script: Script) {
    this.#script = script
    createInterface({ input: this.#stdin }).on('line', (line) => {
      void this.#read(JSON.parse(line) as Record<string, unknown>)
    })
  }

  readonly spawn = (): SpawnedProcess => {
    const events = this.#events
    const spawned = {
      stdin: this.#stdin,
      stdout: this.#stdout,
      killed: false,
      exitCode: null as number | null,
      kill: () => {
        events.emit('exit', 0, null)
        return true
      },
      on: events.on.bind(events),
      once: events.once.bind(events),
      off: events.off.bind(events)
    }
    events.once('exit', () => {
      spawned.exitCode = 0
    })
    // It is the SDK that says when it is over.
    this.#stdin.once('end', () => {
      this.#stdout.end()
      setImmediate(() => events.emit('exit', 0, null))
    })
    return spawned
  }

  #write(message: object): void {
    this.#stdout.write(`${JSON.stringify(message)}\n`)
  }

  async #read(message: Record<string, unknown>): Promise<void> {
    if (message['type'] === 'control_response') {
      const control = message['response'] as Control
      this.#answers.get(control.request_id)?.(control)
    } else if (message['type'] === 'control_request') {
      const request = message['request'] as Initialize & { readonly subtype: string }
      if (request.subtype === 'initialize') this.#hooks = request.hooks ?? {}
      this.#write({
        type: 'control_response',
        response: {
          subtype: 'success',
          request_id: message['request_id'],
          response: {
            commands: [],
            agents: [],
            models: [],
            account: {},
            output_style: 'default',
            available_output_styles: []
          }
        }
      })
    } else if (message['type'] === 'user') {
      await this.#play()
    }
  }

  async #ask(request: object): Promise<unknown> {
    const request_id = `cli_${++this.#next}`
    const answer = new Promise<Control>((resolve) => this.#answers.set(request_id, resolve))
    this.#write({ type: 'control_request', request_id, request })
    const { subtype, response, error } = await answer
    if (subtype === 'error') throw new Error(error)
    return response
  }

  async #rpc(method: string, params: object): Promise<RpcAnswer> {
    const answer = await this.#ask({
      subtype: 'mcp_message',
      server_name: this.#script.server,
      message: { jsonrpc: '2.0', id: ++this.#next, method, params }
    })
    return (answer as { readonly mcp_response: RpcAnswer }).mcp_response
  }

  async #hook(event: string, name: string | undefined, input: object, id?: string): Promise<HookOutput> {
    const all: HookOutput = {}
    for (const { matcher, hookCallbackIds } of this.#hooks?.[event] ?? []) {
      if (matcher !== undefined && name !== undefined && !new RegExp(`^(?:${matcher})$`).test(name)) continue
      for (const callback_id of hookCallbackIds) {
        Object.assign(
          all,
          await this.#ask({
            subtype: 'hook_callback',
            callback_id,
            input: { session_id: 's', hook_event_name: event, ...input },
            tool_use_id: id
          })
        )
      }
    }
    return all
  }

  async #call({ id, name, input }: Asked): Promise<Reply> {
    const tool_name = `mcp__${this.#script.server}__${name}`
    const use = { tool_name, tool_input: input, tool_use_id: id }
    const before = await this.#hook('PreToolUse', tool_name, use, id)
    if (before.hookSpecificOutput?.permissionDecision === 'deny')
      return { id, text: before.hookSpecificOutput.permissionDecisionReason ?? '', isError: true }
    if (this.#script.forbidden?.includes(id) === true) return { id, text: 'not allowed', isError: true }
    const { result, error } = await this.#rpc('tools/call', { name, arguments: input })
    if (result === undefined || result.isError === true) {
      const said = result === undefined ? (error?.message ?? '') : textOf(result)
      const after = await this.#hook('PostToolUseFailure', tool_name, { ...use, error: said }, id)
      return { id, text: after.hookSpecificOutput?.additionalContext ?? said, isError: true }
    }
    const { decision, reason, hookSpecificOutput } = await this.#hook(
      'PostToolUse',
      tool_name,
      { ...use, tool_response: result.content },
      id
    )
    return {
      id,
      text: decision === 'block' ? (reason ?? '') : textOf(hookSpecificOutput?.updatedToolOutput ?? result.content),
      isError: null
    }
  }

  async #play(): Promise<void> {
    await this.#rpc('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'scripted', version: '1' }
    })
    this.tools = (await this.#rpc('tools/list', {})).result?.tools ?? []
    for (const step of this.#script.steps) {
      this.replies.push(...(await Promise.all(step.map((asked) => this.#call(asked)))))
      await this.#hook('PostToolBatch', undefined, { tool_calls: step.map(({ id }) => ({ tool_use_id: id })) })
    }
    await this.#hook('Stop', undefined, { stop_hook_active: false })
    this.#write({
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'done',
      session_id: 's',
      uuid: 'u',
      num_turns: 1,
      duration_ms: 1,
      duration_api_ms: 1,
      total_cost_usd: 0,
      usage: {},
      permission_denials: []
    })
  }
}
