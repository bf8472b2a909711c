/** Results of MCP whose structured content only wraps what their text says, in the frameworks that hand them on. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardTools } from '../../lib/adapters/ai-sdk/index.js'
import { openTurn } from '../../lib/index.js'

describe('structured content that only wraps its text', () => {
  const said = (...texts: ReadonlyArray<string>) => texts.map((text) => ({ type: 'text', text }))
  const result = (value: unknown, ...texts: ReadonlyArray<string>) => ({
    content: said(...texts),
    structuredContent: { result: value },
    isError: false
  })
  const run = async (answer: unknown, output?: t.Mixed): Promise<unknown> => {
    const rules = output === undefined ? {} : { a: { output } }
    const { a } = guardTools({ a: { execute: (_: object) => answer } }, { turn: openTurn(), rules })
    try {
      return await a.execute({})
    } catch (thrown) {
      return (JSON.parse((thrown as Error).message) as { readonly code: string }).code
    }
  }
  const Orders = t.strict({ orders: t.array(t.string) })

  it('is judged as the text: JSON that was cut is refused', async () => {
    expect(await run(result('{"orders":["a', '{"orders":["a'))).to.equal('truncated_response')
    expect(await run(result('two orders', 'two orders'))).to.deep.equal(result('two orders', 'two orders'))
  })

  it('is held against the output of the rule, and stays wrapped', async () => {
    const text = '{"orders":["a"],"more":1}'
    expect(await run(result(text, text), Orders)).to.deep.equal(result('{"orders":["a"]}', '{"orders":["a"]}'))
    expect(await run(result(['a', 'b'], 'a', 'b'), t.array(t.string))).to.deep.include({
      structuredContent: { result: ['a', 'b'] }
    })
    expect(await run(result('{"orders":[1]}', '{"orders":[1]}'), Orders)).to.equal('schema_violation')
  })

  it('fits an output that is written for the wrapping, too', async () => {
    expect(await run(result('x', 'x'), t.strict({ result: t.string }))).to.deep.include({
      structuredContent: { result: 'x' }
    })
  })

  it('is no more than that where it says something else than its text', async () => {
    expect(await run(result('{"orders":["a', 'one order'))).to.deep.equal(result('{"orders":["a', 'one order'))
  })
})
