/** Fuzzes what decodes and explains: any codec, any value, compiled or not. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { withMessage } from 'io-ts-types/lib/withMessage.js'
import { closed } from '../../lib/codec/closed.js'
import { Engine } from '../../lib/codec/compile/engine.js'
import { explain } from '../../lib/codec/explain.js'
import { IsoDateTime, integerBetween, oneOf } from '../../lib/codec/formats.js'
import { typeName } from '#core/errors'
import { answerDifference } from '../codec/compile/same-answer.js'
import { Choices, type Target } from './target.js'

const MAX_DEPTH = 4
const MAX_SHOWN = 80

const KEYS = ['a', 'b', 'kind', '0', 'odd key', 'toString', '__proto__', 'constructor', 'x\ny']

const LEAVES: ReadonlyArray<t.Mixed> = [
  t.string,
  t.number,
  t.boolean,
  t.null,
  t.undefined,
  t.unknown,
  t.Int,
  t.literal('a'),
  t.literal(7),
  t.keyof({ placed: null, shipped: null }),
  t.UnknownRecord,
  t.UnknownArray,
  t.refinement(t.string, (text) => text.length > 1, 'long'),
  withMessage(t.Int, () => 'is no integer'),
  DateFromISOString,
  NumberFromString,
  IsoDateTime,
  integerBetween(1, 9),
  oneOf(['low', 'high'])
]

const VALUES: ReadonlyArray<unknown> = [
  null,
  undefined,
  true,
  0,
  7,
  -1,
  1.5,
  Number.NaN,
  '',
  'a',
  'low',
  'shiped',
  'x'.repeat(200),
  '2026-05-03T00:00:00Z',
  '5',
  'a\u202eb\u0000',
  [],
  {},
  '\ud83d',
  1n
]

const define = (object: object, key: string, value: unknown): object =>
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })

const keysOf = (choices: Choices): ReadonlyArray<string> => [...new Set(choices.list(4, () => choices.of(KEYS)))]

// io-ts itself throws while it makes some codecs, of literals under odd keys for one.
const attempt = <A>(make: () => A): A | undefined => {
  try {
    return make()
  } catch {
    return undefined
  }
}

const codecOf = (choices: Choices, depth = 0): t.Mixed => {
  if (choices.isOver || depth >= MAX_DEPTH) return choices.of(LEAVES)
  const inner = (): t.Mixed => codecOf(choices, depth + 1)
  const props = (): t.Props =>
    keysOf(choices).reduce<object>((object, key) => define(object, key, inner()), {}) as t.Props
  const some = (): [t.Mixed, t.Mixed, ...Array<t.Mixed>] => [inner(), inner(), ...choices.list(3, inner)]
  const makes: ReadonlyArray<() => t.Mixed> = [
    () => t.type(props()),
    () => t.partial(props()),
    () => t.strict(props()),
    () => closed(t.type(props())),
    () => t.intersection([t.type(props()), t.partial(props())]),
    () => t.intersection(some() as [t.Mixed, t.Mixed]),
    () => t.union(some()),
    () => t.union([t.type({ kind: t.literal('a'), a: inner() }), t.type({ kind: t.literal('b'), b: inner() })]),
    () => t.array(inner()),
    () => t.readonlyArray(inner()),
    () => t.tuple(some() as [t.Mixed, t.Mixed]),
    () => t.record(t.string, inner()),
    () => t.readonly(inner()),
    () => t.recursion('Self', (self: t.Mixed) => t.type({ a: t.union([self, t.null]), b: LEAVES[depth] ?? t.string })),
    () => t.refinement(inner(), (value) => value !== 7, 'not 7')
  ]
  return attempt(choices.of(makes)) ?? t.unknown
}

const valueOf = (choices: Choices, depth = 0): unknown => {
  if (choices.isOver || depth > MAX_DEPTH + 1) return choices.of(VALUES)
  switch (choices.below(5)) {
    case 0:
      return choices.list(4, () => valueOf(choices, depth + 1))
    case 1:
    case 2:
      return keysOf(choices).reduce((object, key) => define(object, key, valueOf(choices, depth + 1)), {})
    default:
      return choices.of(VALUES)
  }
}

type Read = Readonly<Record<string | number, unknown>>

// As io-ts reads it, but for what every object inherits: a field `toString` that is not there is none.
const field = (here: object, key: string | number): unknown => {
  const value = (here as Read)[key]
  return !Object.hasOwn(here, key) && value === (Object.prototype as unknown as Read)[key] ? undefined : value
}

const at = (value: unknown, path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((here, key) => (typeof here === 'object' && here !== null ? field(here, key) : undefined), value)

const explained = (errors: t.Errors, value: unknown): void => {
  for (const values of [false, true]) {
    const issues = explain(errors, { values })
    expect(issues.length).to.be.within(1, errors.length)
    expect(new Set(issues.map(({ path }) => JSON.stringify(path))).size, 'one issue a field').to.equal(issues.length)
    for (const issue of issues) {
      expect(issue.message).to.match(/^[^\r\n\u2028\u2029]+$/u)
      expect(issue.received, JSON.stringify(issue)).to.equal(typeName(at(value, issue.path)))
      expect('shown' in issue && !values).to.equal(false)
      expect([...(issue.shown ?? '')].length).to.be.at.most(MAX_SHOWN)
    }
  }
}

const outcome = (run: () => t.Validation<unknown>): E.Either<string, t.Validation<unknown>> => E.tryCatch(run, String)

const run = (input: string): void => {
  const choices = new Choices(input)
  const codec = codecOf(choices)
  const value = valueOf(choices)
  const expected = outcome(() => codec.decode(value))
  for (const generates of [true, false]) {
    const engine = new Engine(codec, { generates: () => generates, from: 1 })
    const actual = outcome(() => engine.decode(value, Infinity))
    if (E.isLeft(expected) || E.isLeft(actual)) expect(actual, String(generates)).to.deep.equal(expected)
    else expect(answerDifference(value, expected.right, actual.right), String(generates)).to.equal(undefined)
  }
  if (E.isRight(expected) && E.isLeft(expected.right)) explained(expected.right.left, value)
}

export const explaining: Target = {
  name: 'explaining',
  seeds: [
    '',
    '\x00\x02\x00\x01\x01\x02\x01\x02\x00\x01',
    '\x06\x00\x01\x00\x00\x01\x01\x00\x02\x05',
    '\x08\x00\x01\x00\x00\x03\x03\x05',
    '\x07\x01\x02\x01\x02\x03\x04',
    '\x0d\x01\x01\x02\x00\x01\x01\x00'
  ],
  tokens: [
    '\x00',
    '\x01',
    '\x02',
    '\x06\x00',
    '\x08',
    '\x0a\x01',
    '\x0d',
    '\x03\x02',
    '\x04\x01\x00\x01\x01',
    '\x01\x02\x00\x01'
  ],
  run
}
