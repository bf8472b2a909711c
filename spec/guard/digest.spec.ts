import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { schemaMismatch } from '../../lib/core/tool-error.js'
import { digestOf } from '../../lib/guard/digest.js'

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
const nothing = { text: undefined, raw: undefined, error: undefined }

describe('digestOf', () => {
  it('is that of the text where there is one, else of the data, whatever the order of its keys', () => {
    expect(digestOf({ ...nothing, text: '[1]', raw: [1] })).to.equal(sha('[1]'))
    expect(digestOf({ ...nothing, raw: { b: 1, a: [2] } })).to.equal(sha('{"a":[2],"b":1}'))
    expect(digestOf({ ...nothing, raw: null })).to.equal(sha('null'))
  })

  it('is that of the error where neither came', () => {
    expect(digestOf({ ...nothing, error: schemaMismatch({ code: 'tool_threw', detail: 'why' }) })).to.equal(sha('why'))
    expect(digestOf(nothing)).to.equal('nothing')
  })

  it('is none for what is longer than it may be', () => {
    expect([digestOf({ ...nothing, text: 'four' }, 4), digestOf({ ...nothing, text: 'five!' }, 4)]).to.deep.equal([
      sha('four'),
      null
    ])
    expect([digestOf({ ...nothing, raw: 'ab' }, 4), digestOf({ ...nothing, raw: 'abc' }, 4)]).to.deep.equal([
      sha('"ab"'),
      null
    ])
    expect(digestOf({ ...nothing, raw: 1n })).to.be.a('string')
  })
})
