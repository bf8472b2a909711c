/** What is quoted of a failure that repeats its call before its cause. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { failureIn, withoutEcho } from '#core/failure'
import { guardedCall, openTurn } from '../../../lib/index.js'
import { expectLeft } from '../../helpers/either.js'

const CAUSE = 'failed to get branch reference: 409 Git Repository is empty'
const HEAD = "MCP tool 'push_files' reported tool error"

const geminiOf = (content: string): string => {
  const call = { name: 'push_files', args: { files: [{ path: 'a.json', content }] } }
  const response = { content: [{ type: 'text', text: CAUSE }], isError: true }
  const blocks = [{ functionResponse: { name: 'push_files', response } }]
  return `${HEAD} for function call: ${JSON.stringify(call)} with response: ${JSON.stringify(blocks)}`
}

describe('withoutEcho', () => {
  it('leaves the cause behind a call of any length', () => {
    for (const content of ['x', '{"a": "with response: \\"'.repeat(3_000)]) {
      expect(withoutEcho(geminiOf(content))).to.equal(`${HEAD}: ${CAUSE}`)
      expect(failureIn(geminiOf(content))?.says).to.equal(`${HEAD}: ${CAUSE}`)
    }
  })

  it('leaves it behind arguments that Python printed', () => {
    const text = `Error invoking tool 'pay' with kwargs {'note': "it's {", 'n': 1} with error:\n No such order.\n Please fix it.`
    expect(withoutEcho(text)).to.equal("Error invoking tool 'pay': No such order.\n Please fix it.")
  })

  it('leaves a cause of any form as it is', () => {
    expect(withoutEcho(`${HEAD} for function call: {"a": 1} with response: {"status": 409}`)).to.equal(
      `${HEAD}: {"status": 409}`
    )
  })

  it('leaves alone a call that is cut, one without a cause, and any other text', () => {
    for (const text of [geminiOf('x').slice(0, 120), `${HEAD} for function call: {"a": 1}`, 'Not found: {"a": 1}'])
      expect(withoutEcho(text)).to.equal(text)
  })

  it('is what a model reads where a tool throws it', async () => {
    const run = (): never => {
      throw new Error(geminiOf('x '.repeat(11_000)))
    }
    const error = expectLeft(await openTurn().run(guardedCall({ name: 'push', effect: 'read', run }, t.unknown)({})))
    expect(error.detail).to.include(CAUSE).and.not.include('a.json')
  })
})
