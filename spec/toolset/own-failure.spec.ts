import { expect } from 'chai'
import { ownFailure } from '../../lib/toolset/own-failure.js'

/** As the servers of the SDKs and of FastMCP say it, and TanStack's tools. */
const MISFITS: ReadonlyArray<string> = [
  'Output validation error: Invalid structured content for tool pay: expected number, received null at total',
  'Output validation error: Tool pay has an output schema but no structured content was provided',
  'MCP error -32602: Output validation error: Invalid structured content for tool pay',
  'MCP error -32602: MCP error -32602: Output validation error: Invalid structured content for tool pay',
  "Output validation error: 'total' is a required property",
  'Output validation failed for tool pay: total: Required'
]

describe('ownFailure', () => {
  it('takes a server at its word that the response is at fault, which other arguments would not mend', () => {
    for (const text of MISFITS)
      expect(ownFailure(text), text).to.deep.equal({
        error: {
          error_class: 'schema_mismatch',
          code: 'schema_violation',
          detail: 'The tool reports that it failed.',
          hint: 'This call will fail the same way again. Use another tool, or tell the user.'
        },
        says: text,
        executed: 'unknown'
      })
  })

  it('leaves what is said of arguments the fault of those', () => {
    for (const text of [
      'Input validation error: Invalid arguments for tool pay: amount',
      'Validation error: the output must be json or csv',
      'Invalid output format'
    ])
      expect(ownFailure(text).error.code, text).to.equal('rejected_arguments')
  })
})
