import { expect } from 'chai'
import * as t from 'io-ts'
import { compile } from '../../lib/codec/compile/compile.js'
import { isCodec } from '../../lib/codec/is-codec.js'
import { fromStandardSchema } from '../../lib/codec/standard-schema.js'
import { zodLike } from '../helpers/zod-like.js'

const schema = zodLike(t.number)

describe('isCodec', () => {
  it('knows codecs, compiled and made of a schema too', () => {
    for (const codec of [t.string, t.type({ n: t.number }), compile(t.string), fromStandardSchema(schema)]) expect(isCodec(codec)).to.equal(true)
  })

  it('takes neither a schema whose `decode` is not that of io-ts, nor anything else', () => {
    for (const other of [schema, { decode: () => null }, { validate: () => null }, {}, null, undefined, 'codec']) expect(isCodec(other)).to.equal(false)
  })
})
