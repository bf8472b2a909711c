/** The property that everything else here serves: a compiled codec answers as the codec does. */
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { inspect } from 'node:util'
import { Engine } from '../../../lib/codec/compile/engine.js'
import type { BackEnd } from '../../../lib/codec/compile/program.js'
import { cases, outcome, thrower } from './cases.js'
import { answerDifference } from './same-answer.js'

const VALUES = 10
const RUNS = process.env['FUZZ'] === 'full' ? 50_000 : Number(process.env['FUZZ_RUNS'] ?? 2_600)

const answering = <A>(does: typeof thrower.does, run: () => A): A => {
  thrower.does = does
  try {
    return run()
  } finally {
    thrower.does = 'throw'
  }
}

// io-ts asked user code that threw, and the compiled codec answered without asking it. That is only right if whatever the
// code might have said instead leads to the same answer: then there was no need to ask.
const neededNoAnswer = (codec: t.Mixed, value: unknown, actual: t.Validation<unknown>): boolean =>
  (['accept', 'refuse'] as const).every((does) => answerDifference(value, answering(does, () => codec.decode(value)), actual) === undefined)

const check = (codec: t.Mixed, engine: Engine, value: unknown): string | undefined => {
  const expected = outcome(() => codec.decode(value))
  const actual = outcome(() => engine.decode(value, Infinity))
  if (E.isRight(expected)) return E.isRight(actual) ? answerDifference(value, expected.right, actual.right) : `throws ${inspect(actual.left)}`
  if (E.isRight(actual)) return neededNoAnswer(codec, value, actual.right) ? undefined : `does not throw ${String(expected.left)}`
  return String(actual.left) === String(expected.left) ? undefined : `throws ${inspect(actual.left)} instead of ${String(expected.left)}`
}

describe('a compiled codec', function () {
  this.timeout(0)

  const ends: ReadonlyArray<BackEnd> = ['closures', 'generated']
  for (const backEnd of ends) {
    it(`answers as the codec does (${backEnd})`, () => {
      const pairs = cases(3).chain(({ codec, value }) => fc.tuple(fc.constant(codec), fc.array(value, { minLength: VALUES, maxLength: VALUES })))
      const run = fc.check(fc.property(pairs, ([codec, values]) => {
        const engine = new Engine(codec, { backEnd: () => backEnd, hidden: true, thrifty: false })
        for (const value of values) {
          const found = check(codec, engine, value)
          if (found !== undefined) throw new Error(`${codec.name}: ${found}, for ${inspect(value, { depth: 6, showHidden: true })}`)
        }
      }), { numRuns: RUNS })
      // The codec itself would be printed with all its functions.
      if (run.failed) throw new Error(`${run.errorInstance instanceof Error ? run.errorInstance.message : ''} (seed ${run.seed}, path ${run.counterexamplePath})`)
    })
  }
})
