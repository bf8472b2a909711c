/**
 * The property that everything here serves: a compiled codec answers as the codec does. A full run (`TIER=full`) asks
 * a million pairs of codec and value.
 */
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { inspect } from 'node:util'
import { compile } from '../../../lib/codec/compile/compile.js'
import { Engine } from '../../../lib/codec/compile/engine.js'
import { LeftToIoTs } from '../../../lib/codec/compile/run.js'
import { answerDifference } from './same-answer.js'
import { runs } from '../../helpers/runs.js'
import { cases, outcome, thrower } from './cases.js'

const VALUES = 20
const CODECS = runs(2_600, 50_000)

type Decode = (value: unknown) => t.Validation<unknown>

const answering = <A>(does: typeof thrower.does, run: () => A): A => {
  thrower.does = does
  try {
    return run()
  } finally {
    thrower.does = 'throw'
  }
}

// io-ts asked user code that threw, and the compiled codec answered without asking it. That is only right if whatever
// the code might have said instead leads to the same answer: then there was no need to ask.
const neededNoAnswer = (codec: t.Mixed, value: unknown, actual: t.Validation<unknown>): boolean =>
  (['accept', 'refuse'] as const).every(
    (does) =>
      answerDifference(
        value,
        answering(does, () => codec.decode(value)),
        actual
      ) === undefined
  )

const disagreement = (codec: t.Mixed, decode: Decode, value: unknown): string | undefined => {
  const expected = outcome(() => codec.decode(value))
  const actual = outcome(() => decode(value))
  if (E.isRight(expected))
    return E.isRight(actual) ? answerDifference(value, expected.right, actual.right) : `throws ${inspect(actual.left)}`
  if (E.isRight(actual))
    return neededNoAnswer(codec, value, actual.right) ? undefined : `does not throw ${String(expected.left)}`
  return String(actual.left) === String(expected.left)
    ? undefined
    : `throws ${inspect(actual.left)} instead of ${String(expected.left)}`
}

const pairs = (depth: number) =>
  cases(depth).chain(({ codec, value }) =>
    fc.record({ codec: fc.constant(codec), values: fc.array(value, { minLength: VALUES, maxLength: VALUES }) })
  )

interface Pair {
  readonly codec: t.Mixed
  readonly values: ReadonlyArray<unknown>
}

// fast-check would print the codec with all its functions.
const hold = (count: number, property: (pair: Pair) => string | undefined): void => {
  const run = fc.check(
    fc.property(pairs(3), (pair) => {
      const found = property(pair)
      if (found !== undefined) throw new Error(`${pair.codec.name}: ${found}`)
    }),
    { numRuns: count }
  )
  if (run.failed)
    throw new Error(
      `${run.errorInstance instanceof Error ? run.errorInstance.message : ''} (seed ${run.seed}, path ${run.counterexamplePath})`
    )
}

const firstOf = <A>(all: ReadonlyArray<A>, find: (one: A) => string | undefined): string | undefined => {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return `${found}, for ${inspect(one, { depth: 6, showHidden: true })}`
  }
  return undefined
}

const ENDS = [true, false]

const enginesOf = (codec: t.Mixed, onThrow?: (thrown: unknown) => void): ReadonlyArray<Engine> =>
  ENDS.map((generates) => new Engine(codec, { generates: () => generates, from: 1, ...(onThrow && { onThrow }) }))

describe('a compiled codec', function () {
  this.timeout(0)

  it('answers as the codec does, generated and interpreted', () => {
    hold(CODECS, ({ codec, values }) => {
      let thrown: ReadonlyArray<unknown> = []
      const engines = enginesOf(codec, (one) => {
        thrown = [...thrown, one]
      })
      return firstOf(values, (value) => {
        for (const [i, engine] of engines.entries()) {
          thrown = []
          const found = disagreement(codec, (one) => engine.decode(one, Infinity), value)
          if (found !== undefined) return `${['generated', 'interpreted'][i]}: ${found}`
          // Leaving the answer to io-ts would hide every fault there is. It is right after user code threw, which may
          // be asked about a field that io-ts reads from a copy.
          const fault = thrown.find((one) => !(one instanceof LeftToIoTs) && String(one) !== 'Error: user code threw')
          if (fault !== undefined && E.isRight(outcome(() => codec.decode(value))))
            return `${['generated', 'interpreted'][i]}: left it to io-ts after ${inspect(fault)}`
        }
        return undefined
      })
    })
  })

  it('gives the first errors of the codec where their number is limited', () => {
    hold(CODECS / 10, ({ codec, values }) => {
      const engines = enginesOf(codec)
      return firstOf(values, (value) => {
        const expected = outcome(() => codec.decode(value))
        if (E.isLeft(expected) || E.isRight(expected.right)) return undefined
        const { left: errors } = expected.right
        for (const engine of engines) {
          for (const limit of [1, 2, errors.length]) {
            const found = answerDifference(
              value,
              E.left(errors.slice(0, limit)),
              engine.decode(value, Math.max(limit, 1))
            )
            if (found !== undefined) return `${limit} errors: ${found}`
          }
        }
        return undefined
      })
    })
  })

  it('goes on answering so when it is compiled between two values', () => {
    hold(CODECS / 20, ({ codec, values }) => {
      const decoder = compile(codec)
      const often = Array.from({ length: 6 }, () => values).flat()
      return firstOf(often, (value) => disagreement(codec, decoder.decode, value))
    })
  })

  it('puts the context that it is given before its own', () => {
    const context: t.Context = [
      { key: 'outer', type: { name: 'outer', validate: () => E.left([]), decode: () => E.left([]) }, actual: 1 }
    ]
    hold(CODECS / 20, ({ codec, values }) => {
      const engine = enginesOf(codec)[0]!
      return firstOf(values, (value) =>
        disagreement(
          { name: codec.name, decode: (one: unknown) => codec.validate(one, context) } as t.Mixed,
          (one) => engine.decode(one, Infinity, context),
          value
        )
      )
    })
  })
})
