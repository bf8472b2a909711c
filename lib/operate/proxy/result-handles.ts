/** Handles in the place of long results, and the tool that reads them, which the proxy serves itself. */
import * as E from 'fp-ts/lib/Either.js'
import { type Fields, asFields, asList, isFields } from '../../core/foreign/index.js'
import { toModelText } from '../../core/errors/index.js'
import { openTurn, type AnyGuardedCall } from '../../guard/kernel.js'
import { isTextBlock } from '../../toolset/content.js'
import type { ResultHandles } from '../../core/calls/index.js'
import { errorResult } from '../../toolset/mcp-result.js'
import { besideStructured } from '../../toolset/whole-result.js'
import { definitionsOf } from '../../toolset/toolset.js'
import { EXACT, exactResult, exactText } from './exact-json.js'
import { metaOf, responseLine, resultLine, type Request, type Response } from './message.js'
import type { ProxySettings } from './settings.js'
import { turnNameOf, type Caller } from './turns.js'

/** A text that may be long: of a block of its own, or of an embedded resource, `about` which there is more to say. */
interface LongText {
  readonly text: string
  readonly about?: Fields
  /** What else the block says: for whom it is, say. */
  readonly rest: Fields
}

const textIn = (block: unknown): LongText | undefined => {
  const { type, text: own, resource, ...rest } = asFields(block)
  if (isTextBlock(block)) return { text: block.text, rest }
  const { text, ...about } = asFields(resource)
  return type === 'resource' && typeof text === 'string' ? { text, about, rest } : undefined
}

// More than an address is long, and less than a handle.
const MAX_ABOUT = 1_000

// `_meta` may hold anything.
const shortly = (about: Fields = {}): Fields => {
  const said = [about, { uri: about['uri'], mimeType: about['mimeType'] }]
  const short = said.find((one) => (exactText(one)?.length ?? Infinity) <= MAX_ABOUT)
  return short === undefined || Object.keys(short).length === 0 ? {} : { resource: short }
}

/** What is kept of structured content: its text, where the data would be others. */
const keptOf = (exact: unknown, data: unknown): unknown => {
  const text = exactText(exact)
  return text === exactText(data) ? data : text
}

/** Of whom a call is: of the turn that its host names, else of its client. */
interface Reader {
  readonly meta: Fields
  readonly caller: Caller | undefined
}

export class ResultDesk {
  readonly #results: ResultHandles<AnyGuardedCall>
  readonly #name: string
  readonly #knows: (name: string) => boolean
  readonly #settings: Pick<ProxySettings, 'tell' | 'turn'>
  // A client that names no turn has one conversation, and knows each result of it.
  readonly #session = crypto.randomUUID()
  #hasTold = false

  /** `knows`: whether the server lists a tool. */
  constructor(
    results: ResultHandles<AnyGuardedCall>,
    knows: (name: string) => boolean,
    settings: Pick<ProxySettings, 'tell' | 'turn'>
  ) {
    this.#results = results
    this.#name = results.reader.tool.name
    this.#knows = knows
    this.#settings = settings
  }

  get #isTaken(): boolean {
    const isTaken = this.#knows(this.#name)
    if (isTaken && !this.#hasTold)
      this.#settings.tell(`The server has a tool ${this.#name} of its own: long results are handed on whole.`)
    this.#hasTold ||= isTaken
    return isTaken
  }

  /** Whether a call is for the proxy itself. */
  serves(name: unknown): boolean {
    return name === this.#name && !this.#isTaken
  }

  /**
   * A list of tools with the reader at the end of its last page. What a client would check handles against is left out.
   */
  listed(tools: ReadonlyArray<Fields>, isLast: boolean): ReadonlyArray<Fields> {
    if (this.#isTaken) return tools
    const reader = definitionsOf([this.#results.reader]).map(({ name, description, schema }) => ({
      name,
      description,
      inputSchema: schema,
      annotations: { readOnlyHint: true }
    }))
    return [...tools.map(({ outputSchema: _, ...rest }) => rest), ...(isLast ? reader : [])]
  }

  /** The response to a call of the reader. */
  async read({ id, params }: Request, isTyped: boolean, caller: Caller | undefined): Promise<Buffer> {
    const turnId = this.#turnOf({ meta: metaOf(params), caller })
    const result = await openTurn({ id: turnId, logger: false }).run(
      this.#results.reader.fromModel(params['arguments'] ?? {})
    )
    const text = toModelText(result)
    return resultLine(id, E.isLeft(result) ? errorResult(text) : { content: [{ type: 'text', text }] }, isTyped)
  }

  /** A response with handles for what is too long in it; everything else in it stays as it is written. */
  async kept({ id, result }: Response, line: Buffer, reader: Reader): Promise<Buffer> {
    if (!isFields(result) || this.#isTaken || result['isError'] === true) return line
    const turnId = this.#turnOf(reader)
    const sent = exactResult(line)
    const { structuredContent, ...rest } = sent
    const content = asList(sent['content'])
    const kept = keptOf(structuredContent, result['structuredContent'])
    const structured = kept === undefined ? undefined : await this.#textOf(turnId, kept)
    if (structured === undefined) {
      const blocks = await this.#blocks(turnId, content)
      return blocks.every((block, at) => block === content[at]) ? line : responseLine(id, { ...sent, content: blocks })
    }
    const others = await this.#blocks(turnId, besideStructured(structuredContent, content, EXACT))
    return responseLine(id, { ...rest, content: [{ type: 'text', text: structured }, ...others] })
  }

  // A name is the same turn in each session.
  #turnOf({ meta, caller = '' }: Reader): string {
    const name = turnNameOf(meta, this.#settings.turn.metaKey)
    return name === undefined ? `${this.#session} ${caller}` : `named ${name}`
  }

  /** Blocks of content with handles for the texts that are too long. */
  #blocks(turnId: string, content: ReadonlyArray<unknown>): Promise<ReadonlyArray<unknown>> {
    return Promise.all(
      content.map(async (block) => {
        const long = textIn(block)
        const handle = long === undefined ? undefined : await this.#textOf(turnId, long.text, long.about)
        return handle === undefined ? block : { ...long?.rest, type: 'text', text: handle }
      })
    )
  }

  async #textOf(turnId: string, result: unknown, about?: Fields): Promise<string | undefined> {
    // A store that fails is nothing that a client should hear of.
    const handle = await this.#results.instead(result, { turnId }).catch(() => undefined)
    return handle === undefined ? undefined : exactText({ ...handle, ...shortly(about) })
  }
}
