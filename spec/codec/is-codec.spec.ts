import { expect } from 'chai'
import * as t from 'io-ts'
import { closed } from '../../lib/codec/closed.js'
import { compile } from '../../lib/codec/compile/compile.js'
import { expectCodec, isCodec, isSchema } from '../../lib/codec/is-codec.js'
import { toJsonSchema } from '../../lib/codec/json-schema/to-json-schema.js'
import { fromStandardSchema, toStandardSchema } from '../../lib/codec/standard-schema.js'
import { zodLike } from '../helpers/zod-like.js'

const schema = zodLike(t.number)

describe('isCodec', () => {
  it('knows codecs, compiled and made of a schema too', () => {
    for (const codec of [t.string, t.type({ n: t.number }), compile(t.string), fromStandardSchema(schema)])
      expect(isCodec(codec)).to.equal(true)
  })

  it('knows a codec that is a Standard Schema besides', () => {
    expect(isCodec(Object.assign(t.type({ n: t.number }), toStandardSchema(t.type({ n: t.number }))))).to.equal(true)
  })

  it('takes neither a schema whose `decode` and `validate` are not those of io-ts, nor anything else', () => {
    for (const other of [schema, { decode: () => null }, { validate: () => null }, {}, null, undefined, 'codec'])
      expect(isCodec(other)).to.equal(false)
  })
})

describe('expectCodec', () => {
  it('takes a codec, and refuses anything else in a sentence, wherever a codec is asked for', () => {
    expectCodec(t.string)
    const verbs: ReadonlyArray<(codec: never) => unknown> = [
      expectCodec,
      compile,
      closed,
      toJsonSchema,
      toStandardSchema
    ]
    for (const verb of verbs) {
      for (const other of [{}, undefined])
        expect(() => verb(other as never)).to.throw(TypeError, /^Expected `codec` to be an io-ts codec\.$/)
      expect(() => verb(schema as never)).to.throw(
        TypeError,
        'Expected `codec` to be an io-ts codec; fromStandardSchema() makes one of a schema.'
      )
    }
  })
})

describe('isSchema', () => {
  it('knows schemas, functions as arktype makes them too, and nothing else', () => {
    for (const one of [schema, Object.assign(() => null, schema)]) expect(isSchema(one)).to.equal(true)
    for (const other of [t.string, { type: 'string' }, () => null, null, undefined, 'schema'])
      expect(isSchema(other)).to.equal(false)
  })
})
