import { expect } from 'chai'
import { argsShape } from '../../../lib/operate/proxy/args-shape.js'

describe('argsShape', () => {
  it('gives names, kinds and sizes, and no values', () => {
    const args = { path: '/etc/passwd', edits: [1], dryRun: true, at: null, options: { a: 1, b: 2 }, n: 7 }
    expect(argsShape(args)).to.equal(
      '{path: 11 characters, edits: 1 item, dryRun: boolean, at: null, options: 2 fields, n: number}'
    )
    expect([argsShape(undefined), argsShape({}), argsShape('x'), argsShape([1, 2])]).to.deep.equal([
      '{}',
      '{}',
      '1 character',
      '2 items'
    ])
  })

  it('is short, and shows no key that looks like no name', () => {
    expect(argsShape({ 'sk-live\n\u001b[31m': 1 })).to.equal('{[key]: number}')
    expect(argsShape({ ghp_0123456789abcdefghijABCDEFGHIJ012345: 1 })).to.equal('{[key]: number}')
    expect(argsShape(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, i])))).to.match(
      /, 9992 more\}$/
    )
  })
})
