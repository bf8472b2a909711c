import { expect } from 'chai'
import { isRefusedByServer, refusalOfWords } from '../../lib/toolset/mcp-refusals.js'

const REFUSALS: ReadonlyArray<string> = [
  'Unknown tool: pay',
  'unknown tool "pay"',
  'Tool pay not found',
  'Tool pay disabled',
  'Invalid arguments for tool pay: amount is missing',
  'Input validation error: Invalid arguments for tool pay: output must be a string'
]

/**
 * Errors that come from inside of a tool that runs: of official servers and clients first, then of those that quote
 * anything.
 */
const OTHERS: ReadonlyArray<string> = [
  'Elicitation response content does not match requested schema: data/email must match format "email"',
  'Invalid elicitation request: mode',
  'Invalid elicitation result: expected object',
  'Invalid sampling request: messages',
  'Client does not support form-mode elicitation requests',
  'Failed to retrieve task: Task not found',
  'Output validation error: Tool pay has an output schema but no structured content was provided',
  'Output validation error: Invalid structured content for tool pay: Invalid arguments for tool pay',
  'Invalid tools/call result: [{"code":"invalid_type"}]',
  'Invalid params for sampling/createMessage: messages',
  "Structured content does not match the tool's output schema: data must have n",
  'Payment was made but the address of its receipt is invalid',
  'Tool pay not found in the ledger after it was charged',
  'The tool pay was charged: Invalid params',
  'Invalid params of the receipt',
  'Failed to parse the response from upstream',
  'Invalid params',
  'Invalid params for tools/call: name: expected string',
  'Invalid tools/call request: [\n {"code":"invalid_type"}]',
  'Unknown tool',
  ''
]

const PREFIXES = ['', 'MCP error -32602: ']
const RELAYED = ['MCP error -32602: MCP error -32602: ', 'MCP error -32603: ', 'MCP error -32603: MCP error -32602: ']

describe('isRefusedByServer', () => {
  it('goes by the words of a refusal that name the tool, which a server may put its prefix before', () => {
    for (const prefix of PREFIXES) {
      for (const words of REFUSALS)
        expect(isRefusedByServer(-32_602, prefix + words, 'pay'), prefix + words).to.equal(true)
      for (const words of OTHERS)
        expect(isRefusedByServer(-32_602, prefix + words, 'pay'), prefix + words).to.equal(false)
    }
  })

  it('takes no refusal of another tool for one, and none that the tool got from another server', () => {
    for (const words of REFUSALS) {
      for (const tool of ['charge', 'pa', 'pay2', 'Pay', ''])
        expect(isRefusedByServer(-32_602, words, tool), words + tool).to.equal(false)
      for (const prefix of RELAYED)
        expect(isRefusedByServer(-32_602, prefix + words, 'pay'), prefix + words).to.equal(false)
    }
  })

  it('goes by the code too', () => {
    for (const code of [-32_603, -32_600, -32_601, -32_042, '-32602', undefined])
      for (const words of REFUSALS) expect(isRefusedByServer(code, words, 'pay'), words).to.equal(false)
  })
})

describe('refusalOfWords', () => {
  it('tells the two refusals apart, and takes no words for one that do not name this very tool', () => {
    for (const words of OTHERS) expect(refusalOfWords(words, 'pay'), words).to.equal(undefined)
    for (const words of REFUSALS) {
      const code = /arguments/.test(words) ? 'invalid_arguments' : 'unknown_tool'
      expect(refusalOfWords(`MCP error -32602: ${words}`, 'pay'), words).to.equal(code)
      expect(refusalOfWords(words, 'audit'), words).to.equal(undefined)
    }
  })
})
