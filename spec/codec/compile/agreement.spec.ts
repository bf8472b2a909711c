/** The property that everything else here serves: a compiled codec answers as the codec does. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { inspect } from 'node:util'
import { decoderOf } from '../../../lib/codec/compile/compile.js'
import type { BackEnd } from '../../../lib/codec/compile/program.js'
import { cases, outcome } from './cases.js'
import { answerDifference } from './same-answer.js'

const VALUES = 10
const RUNS = process.env['FUZZ'] === 'full' ? 50_000 : Number(process.env['FUZZ_RUNS'] ?? 2_600)

const check = (codec: t.Mixed, decoder: t.Decoder<unknown, unknown>, value: unknown): string | undefined => {
  const expected = outcome(() => codec.decode(value))
  const actual = outcome(() => decoder.decode(value))
  if (E.isLeft(expected)) return E.isLeft(actual) && String(actual.left) === String(expected.left) ? undefined : `does not throw: ${String(expected.left)}`
  if (E.isLeft(actual)) return `throws ${String(actual.left instanceof Error ? actual.left.stack : actual.left)}`
  return answerDifference(value, expected.right, actual.right)
}

describe('a compiled codec', function () {
  this.timeout(0)

  const ends: ReadonlyArray<BackEnd> = ['closures', 'own-closures', 'generated']
  for (const backEnd of ends) {
    it(`answers as the codec does (${backEnd})`, () => {
      const pairs = cases(3).chain(({ codec, value }) => fc.tuple(fc.constant(codec), fc.array(value, { minLength: VALUES, maxLength: VALUES })))
      const run = fc.check(fc.property(pairs, ([codec, values]) => {
        const decoder = decoderOf(codec, backEnd)
        for (const value of values) {
          const found = check(codec, decoder, value)
          if (found !== undefined) throw new Error(`${codec.name}: ${found}, for ${inspect(value, { depth: 6, showHidden: true })}`)
        }
      }), { numRuns: RUNS })
      // The codec itself would be printed with all its functions.
      if (run.failed) throw new Error(`${run.errorInstance instanceof Error ? run.errorInstance.message : ''} (seed ${run.seed}, path ${run.counterexamplePath})`)
    })
  }
})
