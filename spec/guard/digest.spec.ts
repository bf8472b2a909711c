import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import { createHash } from 'node:crypto'
import { schemaMismatch } from '../../lib/core/tool-error.js'
import { digestOf } from '../../lib/guard/digest.js'
import { failedJudgement, judgementOf } from '../../lib/guard/judge.js'

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
const answered = (facts: { readonly text?: string; readonly raw?: unknown }) => judgementOf(E.right(1), 'yes', facts)

describe('digestOf', () => {
  it('is that of the text where there is one, else of the data, whatever the order of its keys', () => {
    expect(digestOf(answered({ text: '[1]', raw: [1] }))).to.equal(sha('[1]'))
    expect(digestOf(answered({ raw: { b: 1, a: [2] } }))).to.equal(sha('{"a":[2],"b":1}'))
    expect(digestOf(answered({ raw: null }))).to.equal(sha('null'))
    expect(digestOf(answered({ raw: 1n }))).to.be.a('string')
  })

  it('is that of the error where neither came', () => {
    const error = schemaMismatch({ code: 'tool_threw', detail: 'why' })
    expect(digestOf(failedJudgement(error, 'unknown'))).to.equal(sha('why'))
    expect(digestOf(answered({}))).to.equal('nothing')
  })
})
