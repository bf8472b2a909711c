import { expect } from 'chai'
import { printedResult, pythonData } from '../../../lib/operate/audit/python-text.js'

describe('pythonData', () => {
  it('reads dictionaries and lists as Python prints them', () => {
    expect(pythonData(`{'a': 'it\\'s', "b": "x 'y'", 'c': [True, None, 1.5], 'd': {'e': False}}`)).to.deep.equal({
      a: "it's",
      b: "x 'y'",
      c: [true, null, 1.5],
      d: { e: false }
    })
    expect(pythonData('[]')).to.deep.equal([])
  })

  for (const text of ["{'a': object()}", "it's {'a': 1}", '{"a": 1}', 'True', ''])
    it(`leaves ${JSON.stringify(text)} as it is`, () => expect(pythonData(text)).to.equal(text))
})

describe('printedResult', () => {
  it('reads the texts and the flag', () => {
    const block = (text: string) => `TextContent(type='text', text=${text}, annotations=None, meta=None)`
    expect(
      printedResult(`meta=None content=[${block(`'a\\nb'`)}, ${block(`"it's"`)}] structuredContent=None isError=True`)
    ).to.deep.equal({ text: "a\nb\nit's", failed: true })
    expect(printedResult(`meta=None content=[${block("'ok'")}] isError=False`)).to.deep.equal({
      text: 'ok',
      failed: false
    })
    expect(printedResult('content=[] isError=True')).to.equal(undefined)
  })
})
