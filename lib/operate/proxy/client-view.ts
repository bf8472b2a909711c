/** What a client reads where it is not, byte for byte, what its server sent: lists of tools, long results, and the tool that reads them. */
import { type Fields, asFields } from '../../core/foreign/index.js'
import { responseLine, type Request, type Response } from './message.js'
import type { Pins } from './pins.js'
import { ResultDesk } from './result-handles.js'
import type { ProxySettings } from './settings.js'

export class ClientView {
  readonly #pins: Pins
  readonly #desk: ResultDesk | undefined

  constructor({ results, tell }: Pick<ProxySettings, 'results' | 'tell'>, pins: Pins) {
    this.#pins = pins
    this.#desk = results && new ResultDesk(results, tell)
  }

  /** The response to a call of a tool of our own; undefined for those of the server. */
  own(request: Request, isTyped: boolean): Promise<Buffer> | undefined {
    return this.#desk?.serves(request.params['name']) === true ? this.#desk.read(request, isTyped) : undefined
  }

  /** The response to a `tools/list`. */
  listed({ id, result }: Response, line: Buffer): Buffer {
    const tools = result?.['tools']
    if (result === undefined || !Array.isArray(tools)) return line
    const given: ReadonlyArray<Fields> = tools.map(asFields)
    const accepted = this.#pins.listed(given)
    const shown = this.#desk?.listed(accepted, result['nextCursor'] === undefined) ?? accepted
    return shown === given ? line : responseLine(id, { ...result, tools: shown })
  }

  /** The response to a call. */
  answered(message: Response, line: Buffer): Buffer | Promise<Buffer> {
    return this.#desk === undefined ? line : this.#desk.kept(message, line)
  }
}
