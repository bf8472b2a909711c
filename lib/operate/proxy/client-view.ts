/**
 * What a client reads where it is not, byte for byte, what its server sent: responses that it could not read, lists of
 * tools, long results, and the tool that reads them.
 */
import { type Fields, asFields, asList } from '../../core/foreign/index.js'
import type { Channels } from './channels.js'
import { quotedName } from './definition.js'
import type { PendingCall, ProxyGuard } from './guard.js'
import { DESCRIPTIONS, hidesNothing, seenLine, type Description, type SeenLine } from './hidden-text.js'
import { exactResult } from './exact-json.js'
import {
  RPC_CODES,
  errorLine,
  exactLine,
  isLastPage,
  readMessage,
  responseLine,
  type Request,
  type Response
} from './message.js'
import { mirroredIn } from './mirrored-params.js'
import type { OpenRequest } from './open-requests.js'
import type { Pins } from './pins.js'
import { faultOfResult, lacksContent } from './readable-results.js'
import { ResultDesk } from './result-handles.js'
import type { ProxySettings } from './settings.js'
import type { Summary } from './summary.js'
import type { Caller } from './turns.js'

const HIDDEN_IN_RESULTS = {
  keep: 'hidden text in results, kept',
  mark: 'hidden text in results, marked',
  strip: 'hidden text in results, stripped'
} as const
const UNREADABLE = 'responses from the server that official clients cannot read'
const HIDDEN_IN_DESCRIPTIONS = 'hidden text in what the server says of itself and its tools'
const UNLISTED = 'tools, prompts and resources that are not listed, because to ask for them would hide something'
const UNMIRRORED = 'tools that are not listed, because their schemas do not say which arguments headers repeat'
// A server may list any number.
const MAX_TOLD = 100

export class ClientView {
  readonly #pins: Pins
  readonly #desk: ResultDesk | undefined
  readonly #settings: Pick<ProxySettings, 'tell' | 'mode' | 'hidden'>
  readonly #isHttp: boolean
  readonly #told = new Set<string>()
  readonly #summary: Summary

  constructor(
    settings: Pick<ProxySettings, 'results' | 'tell' | 'mode' | 'hidden' | 'turn'>,
    { isHttp }: Pick<Channels, 'isHttp'>,
    { catalog, summary }: Pick<ProxyGuard, 'catalog' | 'summary'>
  ) {
    const { results } = settings
    this.#settings = settings
    this.#isHttp = isHttp
    this.#pins = catalog.pins
    this.#summary = summary
    this.#desk =
      this.#enforces && results ? new ResultDesk(results, (name) => catalog.knows(name), settings) : undefined
  }

  get #enforces(): boolean {
    return this.#settings.mode === 'enforce'
  }

  /** A response that its client can read. */
  readable(message: Response, line: Buffer): Buffer {
    if (message.isExact) return line
    this.#summary.note(UNREADABLE)
    return this.#enforces ? exactLine(message, line) : line
  }

  /** A response as its client may see it, and how much was hidden in it. */
  seen(line: Buffer, id: Response['id']): SeenLine {
    const { hidden } = this.#settings
    const way = this.#enforces ? hidden : 'keep'
    const seen = seenLine(line, id, way)
    this.#summary.note(HIDDEN_IN_RESULTS[way], seen.count)
    return seen
  }

  /** The response to a call of a tool of our own; undefined for those of the server. */
  own(request: Request, isTyped: boolean, caller: Caller | undefined): Promise<Buffer> | undefined {
    return this.#desk?.serves(request.params['name']) === true ? this.#desk.read(request, isTyped, caller) : undefined
  }

  /** The response to a request that is no call. */
  told({ method, form }: Pick<OpenRequest, 'method' | 'form'>, message: Response, line: Buffer): Buffer {
    const fault = message.result && faultOfResult(method, message.result, form.typed)
    if (fault !== undefined) {
      if (message.isExact) this.#summary.note(UNREADABLE)
      if (this.#enforces) return errorLine(message.id, RPC_CODES.internalError, fault)
    }
    const description = DESCRIPTIONS.get(method)
    if (description === undefined) return this.seen(line, message.id).line
    const listed = this.#listed(description, message, line, this.#isHttp && form.typed)
    const { line: described, count } = seenLine(listed, message.id, 'strip', description.sentBack)
    this.#summary.note(HIDDEN_IN_DESCRIPTIONS, count)
    return this.#enforces ? described : listed
  }

  #listed(description: Description, { id, result }: Response, line: Buffer, isMirrored: boolean): Buffer {
    const { lists = '' } = description
    const items = result?.[lists]
    if (result === undefined || (lists !== 'tools' && !Array.isArray(items))) return line
    const sent = exactResult(line)
    if (!Array.isArray(items)) {
      const kept = this.#pins.beside(sent)
      // A client that does not check it may read tools of any other form.
      if (this.#enforces && items !== undefined)
        return responseLine(id, { ...kept, tools: this.#tools([], isLastPage(result)) })
      return kept === sent ? line : responseLine(id, kept)
    }
    const all: ReadonlyArray<Fields> = asList(sent[lists]).map(asFields)
    const plain = this.#enforces ? all.filter((_, at) => hidesNothing(asFields(items[at]), description)) : all
    this.#summary.note(UNLISTED, all.length - plain.length)
    const given = lists === 'tools' && isMirrored ? this.#mirrored(plain) : plain
    const shown = lists === 'tools' ? this.#tools(given, isLastPage(result)) : given
    const kept = lists === 'tools' ? this.#pins.beside(sent) : sent
    const isAsSent = shown.length === all.length && shown.every((item, at) => item === all[at])
    return isAsSent && kept === sent ? line : responseLine(id, { ...kept, [lists]: shown })
  }

  /** Those that a client over HTTP may list: the others have arguments of which nobody knows the headers. */
  #mirrored(tools: ReadonlyArray<Fields>): ReadonlyArray<Fields> {
    const mirrored = tools.filter(({ name, inputSchema }) => {
      const { fault } = mirroredIn(inputSchema)
      if (fault !== undefined) this.#tell(`${quotedName(String(name))}: ${fault}`)
      return fault === undefined
    })
    this.#summary.note(UNMIRRORED, tools.length - mirrored.length)
    return this.#enforces ? mirrored : tools
  }

  #tell(fault: string): void {
    if (this.#told.has(fault) || this.#told.size === MAX_TOLD) return
    this.#told.add(fault)
    this.#settings.tell(`clients over HTTP do not list the tool ${fault}`)
  }

  #tools(tools: ReadonlyArray<Fields>, isLast: boolean): ReadonlyArray<Fields> {
    const accepted = this.#pins.listed(tools)
    return this.#desk?.listed(accepted, isLast) ?? accepted
  }

  /** The response to a call. */
  answered(
    { request: { meta }, caller }: Pick<PendingCall, 'request' | 'caller'>,
    message: Response,
    line: Buffer,
    seen: Buffer
  ): Buffer | Promise<Buffer> {
    const told = this.#withContent(message, seen)
    if (this.#desk === undefined) return told
    const read = told === line ? message : readMessage(told)
    return read.kind === 'response' ? this.#desk.kept(read, told, { meta, caller }) : told
  }

  #withContent({ id, result }: Response, line: Buffer): Buffer {
    if (result === undefined || !lacksContent(result)) return line
    this.#summary.note(UNREADABLE)
    return this.#enforces ? responseLine(id, { content: [], ...exactResult(line) }) : line
  }
}
