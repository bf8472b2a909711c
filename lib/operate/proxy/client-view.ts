/** What a client reads where it is not, byte for byte, what its server sent: lists of tools, long results, and the tool that reads them. */
import { type Fields, asFields } from '../../core/foreign/index.js'
import { DESCRIBES, describedLine, hasPlainName, seenLine, type SeenLine } from './hidden-text.js'
import { readMessage, responseLine, type Request, type Response } from './message.js'
import type { Pins } from './pins.js'
import { ResultDesk } from './result-handles.js'
import type { ProxySettings } from './settings.js'
import type { Summary } from './summary.js'

const HIDDEN_IN_RESULTS = {
  keep: 'hidden text in results, kept',
  mark: 'hidden text in results, marked',
  strip: 'hidden text in results, stripped'
} as const
const HIDDEN_IN_DESCRIPTIONS = 'hidden text in what the server says of itself and its tools'
const HIDDEN_NAMES = 'tools that are not listed, because their names hide something'

export class ClientView {
  readonly #pins: Pins
  readonly #desk: ResultDesk | undefined
  readonly #settings: Pick<ProxySettings, 'results' | 'tell' | 'mode' | 'hidden'>
  readonly #summary: Summary

  constructor(settings: Pick<ProxySettings, 'results' | 'tell' | 'mode' | 'hidden'>, pins: Pins, summary: Summary) {
    const { results, tell } = settings
    this.#settings = settings
    this.#pins = pins
    this.#summary = summary
    this.#desk = results && new ResultDesk(results, tell)
  }

  get #enforces(): boolean {
    return this.#settings.mode === 'enforce'
  }

  /** A response to a call as its client may see it, and how much was hidden in it. */
  seen(line: Buffer, id: Response['id']): SeenLine {
    const { hidden } = this.#settings
    const way = this.#enforces ? hidden : 'keep'
    const seen = seenLine(line, id, way)
    this.#summary.note(HIDDEN_IN_RESULTS[way], seen.count)
    return seen
  }

  /** The response to a call of a tool of our own; undefined for those of the server. */
  own(request: Request, isTyped: boolean): Promise<Buffer> | undefined {
    return this.#desk?.serves(request.params['name']) === true ? this.#desk.read(request, isTyped) : undefined
  }

  /** The response to a request that is no call. */
  told(method: string, message: Response, line: Buffer): Buffer {
    if (!DESCRIBES.has(method)) return line
    const listed = method === 'tools/list' ? this.#listed(message, line) : line
    const { line: described, count } = describedLine(listed)
    this.#summary.note(HIDDEN_IN_DESCRIPTIONS, count)
    return this.#enforces ? described : listed
  }

  #listed({ id, result }: Response, line: Buffer): Buffer {
    const tools = result?.['tools']
    if (result === undefined || !Array.isArray(tools)) return line
    const all: ReadonlyArray<Fields> = tools.map(asFields)
    const isPlain = !this.#enforces || all.every(hasPlainName)
    if (!isPlain) this.#summary.note(HIDDEN_NAMES, all.filter((tool) => !hasPlainName(tool)).length)
    const given = isPlain ? all : all.filter(hasPlainName)
    const accepted = this.#pins.listed(given)
    const shown = this.#desk?.listed(accepted, result['nextCursor'] === undefined) ?? accepted
    return shown === all ? line : responseLine(id, { ...result, tools: shown })
  }

  /** The response to a call. */
  answered(message: Response, line: Buffer, seen: Buffer): Buffer | Promise<Buffer> {
    if (this.#desk === undefined) return seen
    const read = seen === line ? message : readMessage(seen)
    return read.kind === 'response' ? this.#desk.kept(read, seen) : seen
  }
}
