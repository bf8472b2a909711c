/** The schema that is written of a codec and the codec itself judge alike. */
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { toJsonSchema } from '../../../lib/codec/json-schema/to-json-schema.js'
import type { SchemaTarget } from '../../../lib/codec/schema-type.js'
import { codecOf, modelArbitrary, valueArbitrary } from '../codec-models.js'
import { junk, sampleArbitrary, valuesOf } from './exact-codecs.js'
import { runs } from '../../helpers/runs.js'

const TARGETS: ReadonlyArray<SchemaTarget> = ['2020-12', 'draft-07']

// Strict: an unknown keyword or format, or one in the wrong place, is an error.
const ajvFor = (target: SchemaTarget) => {
  const options = { strict: true, strictTypes: false, strictTuples: false } as const
  const ajv = target === '2020-12' ? new Ajv2020(options) : new Ajv(options)
  addFormats.default(ajv)
  return ajv
}

const compiled = (ajv: ReturnType<typeof ajvFor>, schema: object) => {
  const validate = ajv.compile(schema)
  ajv.removeSchema(schema)
  return validate
}

const VALUES = 20
const numRuns = runs(500, 20_000)

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const accepts = (codec: t.Mixed, value: unknown): boolean => E.isRight(codec.decode(value))

for (const target of TARGETS) {
  describe(`toJsonSchema, ${target}`, () => {
    const ajv = ajvFor(target)

    it('agrees with the codec on 10,000 values, accepted and refused ones', () => {
      const seen = { accepted: 0, refused: 0 }
      fc.assert(
        fc.property(
          sampleArbitrary(3).chain((sample) =>
            fc.tuple(fc.constant(sample), fc.array(valuesOf(sample), { minLength: VALUES, maxLength: VALUES }))
          ),
          ([{ codec }, values]) => {
            const schema = toJsonSchema(codec, { target })
            const validate = compiled(ajv, schema)
            for (const value of values.map(asJson)) {
              const accepted = accepts(codec, value)
              seen[accepted ? 'accepted' : 'refused']++
              expect(validate(value), `${codec.name}\n${JSON.stringify(value)}\n${JSON.stringify(schema)}`).to.equal(
                accepted
              )
            }
          }
        ),
        { numRuns }
      )
      expect(seen.accepted).to.be.greaterThan((VALUES * numRuns) / 5)
      expect(seen.refused).to.be.greaterThan((VALUES * numRuns) / 10)
    })

    it('refuses nothing that the codec accepts, where it cannot say all that the codec asks', () => {
      fc.assert(
        fc.property(
          modelArbitrary(2, { unions: true }).chain((model) =>
            fc.tuple(
              fc.constant(model),
              fc.array(fc.oneof(valueArbitrary(model), junk), { minLength: 5, maxLength: 5 })
            )
          ),
          ([model, values]) => {
            const codec = codecOf(model)
            const validate = compiled(ajv, toJsonSchema(codec, { target }))
            for (const value of values.map(asJson)) {
              if (accepts(codec, value))
                expect(validate(value), `${codec.name}\n${JSON.stringify(value)}`).to.equal(true)
            }
          }
        ),
        { numRuns: numRuns / 2 }
      )
    })
  })
}
