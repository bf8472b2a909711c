/** What a server writes that breaks the protocol as it is told to. */

export interface Asked {
  readonly id?: number | string
  readonly method?: string
  readonly params?: {
    readonly arguments?: { readonly lines?: ReadonlyArray<string> }
    readonly _meta?: Readonly<Record<string, unknown>>
  }
}

/** Half a document, which no model may read. */
export const CUT = '{"orders":[{"total":12'
export const OWN = 'the own answer'

export const textResult = (text: string): string => JSON.stringify({ content: [{ type: 'text', text }] })

const TOOLS = { tools: [{ name: 'tell', inputSchema: { type: 'object' } }] }

/**
 * The lines that answer a message: in those that stand in a call, `ID` is the id of the call, and `HEX` the same in
 * another notation.
 */
export const linesFor = ({ id, method, params }: Asked): ReadonlyArray<string> => {
  if (id === undefined || method === undefined) return []
  const answer = (result: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result })
  if (method === 'initialize')
    return [
      answer({
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'as-told', version: '1.0.0' }
      })
    ]
  if (method === 'tools/list') return [answer(TOOLS)]
  if (method !== 'tools/call') return [answer({})]
  const told = params?.arguments?.lines ?? []
  return [
    ...told.map((line) => line.replaceAll('HEX', `0x${Number(id).toString(16)}`).replaceAll('ID', String(id))),
    answer(JSON.parse(textResult(OWN)))
  ]
}
