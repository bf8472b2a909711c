/** Servers of MCP for commands that ask for a list of tools. */

/**
 * The source of a server that lists these tools, page after page, and answers a call with the text for its tool, else
 * with what it was asked.
 */
export const serverOf = (
  pages: ReadonlyArray<ReadonlyArray<object>>,
  answers: Readonly<Record<string, string>> = {}
): string =>
  `const pages = ${JSON.stringify(pages)}
const answers = ${JSON.stringify(answers)}
const resultOf = ({ method, params }) => {
  if (method === 'initialize')
    return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } }
  if (method === 'tools/call') return { content: [{ type: 'text', text: answers[params.name] ?? JSON.stringify(params) }] }
  const page = Number(params?.cursor ?? 0)
  return { tools: pages[page], ...(page + 1 < pages.length ? { nextCursor: String(page + 1) } : {}) }
}
let rest = ''
process.stdin.on('data', (bytes) => {
  const lines = (rest + bytes).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    const message = JSON.parse(line)
    if (message.id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) }))
  }
})
`
