import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { DateFromUnixTime } from 'io-ts-types/lib/DateFromUnixTime.js'
import { date } from 'io-ts-types/lib/date.js'
import { fromNullable } from 'io-ts-types/lib/fromNullable.js'
import { IntFromString } from 'io-ts-types/lib/IntFromString.js'
import { JsonFromString } from 'io-ts-types/lib/JsonFromString.js'
import { nonEmptyArray } from 'io-ts-types/lib/nonEmptyArray.js'
import { NonEmptyString } from 'io-ts-types/lib/NonEmptyString.js'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { optionFromNullable } from 'io-ts-types/lib/optionFromNullable.js'
import { UUID } from 'io-ts-types/lib/UUID.js'
import { withEncode } from 'io-ts-types/lib/withEncode.js'
import { withMessage } from 'io-ts-types/lib/withMessage.js'
import { closed } from '../../lib/codec/closed.js'
import { explain } from '../../lib/codec/explain.js'
import { IsoDateTime } from '../../lib/codec/formats.js'
import { formatPath, type Issue } from '#core/errors'
import { expectLeft } from '../helpers/either.js'
import { fastestMs } from '../helpers/fastest-ms.js'
import { runs, TENTH } from '../helpers/runs.js'

const VALUES = runs(500_000)
// Each level of three members triples the errors: to a million of them in `npm run test:all`.
const DEPTH = TENTH ? 9 : 11

const issues = (codec: t.Mixed, value: unknown) => explain(expectLeft(codec.decode(value)))

/** Path, kind and expectation of each issue, in one line. */
const told = (codec: t.Mixed, value: unknown): ReadonlyArray<string> =>
  issues(codec, value).map(({ path, kind, expected }) => `${formatPath(path, () => true)} ${kind}: ${expected}`)

const Status = t.keyof({ placed: null, shipped: null, delivered: null, cancelled: null })
const Circle = t.type({ kind: t.literal('circle'), radius: t.number })
const Square = t.type({ kind: t.literal('square'), side: t.number, label: t.string })

describe('explain', () => {
  it('says path, kind, expectation and type of one wrong field', () => {
    expect(
      issues(t.type({ orders: t.array(t.type({ total: t.number })) }), { orders: [{ total: '5' }] })
    ).to.deep.equal([
      {
        path: ['orders', 0, 'total'],
        kind: 'type',
        expected: 'number',
        received: 'string',
        message: 'expected number, got string'
      }
    ])
  })

  it('says nothing of nothing', () => {
    expect(explain([])).to.deep.equal([])
  })

  it('shows values only where it may', () => {
    const errors = expectLeft(t.type({ a: t.number, b: t.number }).decode({ a: "it's" }))
    expect(explain(errors, { values: true })).to.deep.equal([
      {
        path: ['a'],
        kind: 'type',
        expected: 'number',
        received: 'string',
        shown: '"it\'s"',
        message: "expected number, got 'it\\'s'"
      },
      {
        path: ['b'],
        kind: 'missing',
        expected: 'number',
        received: 'undefined',
        message: 'required field is missing (expected number)'
      }
    ])
    expect(JSON.stringify(explain(errors))).not.to.contain('it')
  })

  describe('paths', () => {
    it('shows no value that its neighbour makes a secret, in any issue', () => {
      const Setting = t.type({ name: t.string, value: t.keyof({ on: null, off: null }) })
      const Call = t.type({ settings: t.array(Setting), size: t.number })
      for (const options of [{ values: true }, { forms: true }]) {
        const of = (name: string, value: unknown, size: unknown = 'two') =>
          JSON.stringify(explain(expectLeft(Call.decode({ settings: [{ name, value }], size })), options))
        expect(of('DB_PASSWORD', 'Sommer2024')).to.not.include('Sommer2024')
        expect(of('DB_PASSWORD', 20240117)).to.not.include('20240117')
        expect(of('DB_HOST', 'Sommer2024')).to.include('Sommer2024')
        expect(of('DB_PASSWORD', 'on', 'two')).to.equal(of('DB_HOST', 'on', 'two'))
      }
    })

    it('shows no value that a redaction of all the data hides, and each that it leaves', () => {
      const secret = 'Winterabend77x'
      const Mask = t.keyof({ set: null, unset: null })
      const map = (key: string): t.Mixed => t.type({ [key]: t.record(t.string, Mask) })
      const cell = t.tuple([t.string, Mask, t.string])
      const rows = t.type({ rows: t.array(cell) })
      const row = ['ada', secret, 'x']
      const hidden: ReadonlyArray<readonly [t.Mixed, unknown]> = [
        [map('credentials'), { credentials: { main: secret } }],
        [t.type({ credentials: t.string }), { credentials: { main: secret } }],
        [map('cookies'), { cookies: { sid: secret } }],
        [map('cookies'), { request: 1, cookies: { sid: secret } }],
        [map('stringData'), { kind: 'Secret', stringData: { main: secret } }],
        [rows, { columns: ['user', 'password', 'role'], rows: [row] }],
        [rows, { columns: ['user', 'password', 'role'], rows: Array.from({ length: 3_000 }, () => row) }],
        [t.type({ rawHeaders: t.tuple([t.string, Mask]) }), { rawHeaders: ['Authorization', secret] }],
        [t.type({ args: t.array(Mask) }), { args: ['--password', secret] }],
        [t.type({ lines: t.tuple([t.string, Mask]) }), { lines: ['user,password,role', `ada,${secret},x`] }],
        [t.type({ a: t.type({ b: t.number }) }), { a: { b: { password: secret } } }]
      ]
      const left: typeof hidden = [
        [map('settings'), { settings: { main: secret } }],
        [t.type({ settings: t.string }), { settings: { main: secret } }],
        [map('stringData'), { kind: 'Config', stringData: { main: secret } }],
        [rows, { columns: ['user', 'town', 'role'], rows: [row] }],
        [t.type({ args: t.array(Mask) }), { args: ['--name', secret] }]
      ]
      for (const [values, forms] of [
        [true, false],
        [false, true]
      ]) {
        const said = ([codec, data]: (typeof hidden)[number]): string =>
          JSON.stringify(explain(expectLeft(codec.decode(data)), { values, forms } as object))
        for (const one of hidden) expect(said(one), JSON.stringify(one[1]).slice(0, 99)).not.to.include(secret)
        for (const one of left) expect(said(one), JSON.stringify(one[1])).to.match(values ? /Winterabend77x/ : /came/)
      }
    })

    it('shows no value under the name of a secret, nor below it', () => {
      const Login = t.type({ db_token: t.literal('x'), auth: t.array(t.type({ pin: t.number })), page: t.number })
      const secret = 'hunter2Zq9xK7LmP4'
      const errors = expectLeft(Login.decode({ db_token: secret, auth: [{ pin: secret }], page: 'two' }))
      expect(explain(errors, { values: true }).map(({ message }) => message)).to.deep.equal([
        'expected "x", got string',
        'expected number, got string',
        "expected number, got 'two'"
      ])
    })

    it('are free of the indexes of intersections, and hold one issue a field', () => {
      const codec = t.intersection([
        t.type({ a: t.string, b: t.string }),
        t.partial({ a: NonEmptyString, c: t.intersection([t.type({ d: t.number }), t.partial({ e: t.number })]) })
      ])
      expect(told(codec, { a: 1, b: 2, c: { d: 'x', e: 'y' } })).to.deep.equal([
        'a type: string',
        'b type: string',
        'c.d type: number',
        'c.e type: number'
      ])
      expect(told(codec, 5)).to.deep.equal(['$ type: object'])
    })

    it('keep keys that look like indexes where they are keys', () => {
      expect(
        issues(t.type({ 0: t.string, m: t.record(t.string, t.number) }), { 0: 1, m: { 1: 'x' } }).map(
          ({ path }) => path
        )
      ).to.deep.equal([['0'], ['m', '1']])
    })

    it('hold numbers for positions, in tuples and read-only arrays too', () => {
      expect(
        issues(t.type({ a: t.tuple([t.string, t.readonlyArray(t.string)]) }), { a: ['x', ['y', 1]] }).map(
          ({ path }) => path
        )
      ).to.deep.equal([['a', 1, 1]])
    })

    it('see through readonly, exact, strict, refinements, brands and recursion', () => {
      interface Tree {
        readonly v: number
        readonly kids: ReadonlyArray<Tree>
      }
      const Tree: t.Type<Tree> = t.recursion('Tree', (self) =>
        t.readonly(t.strict({ v: t.number, kids: t.readonlyArray(self) }))
      )
      expect(told(Tree, { v: 1, kids: [{ v: 2, kids: [{ v: 'x', kids: [] }] }] })).to.deep.equal([
        'kids[0].kids[0].v type: number'
      ])
      const Wrapped = t.exact(
        t.refinement(t.readonly(t.intersection([t.type({ a: t.number }), t.partial({ b: t.number })])), () => true)
      )
      expect(told(Wrapped, { a: 'x', b: 'y' })).to.deep.equal(['a type: number', 'b type: number'])
    })

    it('see into opaque codecs that hand on their context', () => {
      const Inner = t.intersection([t.type({ q: t.string }), t.partial({ r: t.string })])
      expect(
        told(
          t.type({
            a: nonEmptyArray(t.number),
            o: optionFromNullable(Inner),
            f: fromNullable(Inner, { q: '' }),
            e: withEncode(Inner, t.identity)
          }),
          {
            a: [1, 'x'],
            o: { q: 1 },
            f: { q: 1 },
            e: { q: 1 }
          }
        )
      ).to.deep.equal(['a[1] type: number', 'o.q type: string', 'f.q type: string', 'e.q type: string'])
    })

    it('see what an opaque codec made out of text', () => {
      const Inside = t.type({ a: t.array(t.number), r: t.record(t.string, t.number) })
      const codec = new t.Type<unknown>(
        'JSON',
        t.unknown.is,
        (u, c) => E.chain((json) => Inside.validate(json, c))(t.string.pipe(JsonFromString).validate(u, c)),
        t.identity
      )
      expect(told(codec, '{"a":[1,"x"],"r":{"k":"y"}}')).to.deep.equal(['a[1] type: number', 'r.k type: number'])
    })

    it('tell keys of opaque codecs from positions by the value', () => {
      const Opaque = new t.Type<unknown>(
        'Opaque',
        t.unknown.is,
        (u, c) => t.failure(u, t.appendContext(c, '7', t.number, 'x')),
        t.identity
      )
      expect(explain(expectLeft(Opaque.decode({ 7: 'x' }))).map(({ path }) => path)).to.deep.equal([['7']])
      expect(explain(expectLeft(Opaque.decode(['x']))).map(({ path }) => path)).to.deep.equal([[7]])
    })

    it('say which odd keys the codec declares', () => {
      const codec = t.type({
        '@odd key': t.number,
        plain: t.record(t.string, t.number),
        fixed: t.record(t.union([t.literal('not ok'), t.keyof({ 'also odd': null })]), t.number)
      })
      expect(
        issues(codec, { '@odd key': '', plain: { 'foreign text': '' }, fixed: { 'not ok': '', 'also odd': 1 } }).map(
          ({ path, declared }) => [path, declared]
        )
      ).to.deep.equal([
        [['@odd key'], [0]],
        [['plain', 'foreign text'], undefined],
        [['fixed', 'not ok'], [1]]
      ])
    })
  })

  describe('missing', () => {
    it('is a required key that is not there', () => {
      expect(
        told(
          t.type({
            a: t.string,
            b: t.tuple([t.string]),
            c: t.union([t.string, t.number]),
            d: t.array(t.type({ e: Status }))
          }),
          { b: [], d: [{}] }
        )
      ).to.deep.equal([
        'a missing: string',
        'b[0] missing: string',
        'c missing: string or number',
        'd[0].e missing: one of "placed", "shipped", "delivered", "cancelled"'
      ])
    })

    it('is neither a key that holds undefined nor the root', () => {
      expect(told(t.type({ a: t.string }), { a: undefined })).to.deep.equal(['a type: string'])
      expect(told(t.string, undefined)).to.deep.equal(['$ type: string'])
    })

    it('is a key that every object inherits, too: nobody sent a function', () => {
      const A = t.type({
        toString: t.string,
        constructor: t.union([t.string, t.number]),
        valueOf: t.type({ a: t.string })
      })
      expect(issues(A, {}).map(({ path, kind, received }) => [...path, kind, received])).to.deep.equal([
        ['toString', 'missing', 'undefined'],
        ['constructor', 'missing', 'undefined'],
        ['valueOf', 'missing', 'undefined']
      ])
      expect(told(A, { toString: 1, constructor: null, valueOf: 'x' })).to.deep.equal([
        'toString type: string',
        'constructor type: string or number',
        'valueOf type: object'
      ])
    })

    it('wins over a message', () => {
      expect(
        issues(t.type({ a: withMessage(t.string, () => 'give a') }), {}).map(({ kind, message }) => [kind, message])
      ).to.deep.equal([['missing', 'required field is missing (expected string)']])
    })
  })

  describe('enum', () => {
    it('lists the members, and names the one that is nearest', () => {
      for (const codec of [
        Status,
        t.union([t.literal('placed'), t.literal('shipped'), t.literal('delivered'), t.literal('cancelled')])
      ]) {
        expect(issues(t.type({ status: codec }), { status: 'shipping' })).to.deep.equal([
          {
            path: ['status'],
            kind: 'enum',
            expected: 'one of "placed", "shipped", "delivered", "cancelled"',
            received: 'string',
            suggestion: 'shipped',
            message:
              'expected one of "placed", "shipped", "delivered", "cancelled", got string; did you mean "shipped"?'
          }
        ])
      }
    })

    it('may hold null, and may be one of several things', () => {
      expect(told(t.union([Status, t.null]), 5)).to.deep.equal([
        '$ enum: one of "placed", "shipped", "delivered", "cancelled", null'
      ])
      expect(told(t.union([t.literal('auto'), t.number]), 'atuo')).to.deep.equal(['$ enum: number or "auto"'])
      expect(told(t.union([t.literal('auto'), t.number]), null)).to.deep.equal(['$ type: number or "auto"'])
    })

    it('is told of a single literal too', () => {
      expect(told(t.literal(3), 4)).to.deep.equal(['$ enum: 3'])
    })

    it('with a constraint on top says the constraint of a member', () => {
      expect(
        told(
          t.refinement(Status, (status) => status !== 'placed', 'a later status'),
          'placed'
        )
      ).to.deep.equal(['$ constraint: a later status'])
    })
  })

  describe('format', () => {
    const cases: ReadonlyArray<readonly [t.Mixed, unknown, string]> = [
      [t.Int, 1.5, '$ format: integer'],
      [t.Int, 'two', '$ type: integer'],
      [t.Integer, 1.5, '$ format: integer'],
      [DateFromISOString, 'tomorrow', '$ format: ISO datetime'],
      [DateFromISOString, 5, '$ type: ISO datetime'],
      [date, '2026-05-03', '$ format: Date'],
      [DateFromUnixTime, 1e300, '$ format: time in whole seconds since 1970'],
      [UUID, 'x', '$ format: UUID'],
      [UUID, 5, '$ type: UUID'],
      [NonEmptyString, '', '$ format: at least 1 character'],
      [NonEmptyString, [], '$ type: string (at least 1 character)'],
      [NumberFromString, 'x', '$ format: number in a string'],
      [IntFromString, '1.5', '$ format: integer in a string'],
      [IntFromString, 5, '$ type: integer in a string'],
      [nonEmptyArray(t.number), [], '$ constraint: at least 1 element'],
      [nonEmptyArray(t.number), 'x', '$ type: array (at least 1 element)'],
      [new t.Type('Email', t.string.is, t.failure, t.identity), 'x', '$ format: Email'],
      [new t.Type('Email', t.string.is, t.failure, t.identity), [], '$ type: Email']
    ]
    for (const [codec, value, line] of cases) {
      it(`${codec.name} refuses ${JSON.stringify(value)} as ${line}`, () => {
        expect(told(codec, value)).to.deep.equal([line])
      })
    }
  })

  describe('constraint', () => {
    const cases: ReadonlyArray<readonly [string, t.Mixed, unknown, string]> = [
      ['a named refinement', t.refinement(t.number, (n) => n >= 18, 'at least 18'), 5, '$ constraint: at least 18'],
      [
        'its type, and the constraint',
        t.refinement(t.number, (n) => n >= 18, 'at least 18'),
        'x',
        '$ type: number (at least 18)'
      ],
      [
        'a name that tells the type',
        t.refinement(t.number, (n) => n % 2 === 0, 'even number'),
        'x',
        '$ type: even number'
      ],
      [
        'the name of a predicate',
        t.refinement(t.number, function isEven(n) {
          return n % 2 === 0
        }),
        3,
        '$ constraint: number that passes isEven'
      ],
      ['no name of a predicate', t.refinement(t.number, (n) => n % 2 === 0), 3, '$ constraint: another number'],
      ['the type alone where there is no name', t.refinement(t.number, (n) => n % 2 === 0), 'x', '$ type: number'],
      [
        'a refinement without any name',
        t.refinement(t.number, (n) => n % 2 === 0, ''),
        3,
        '$ constraint: another number'
      ],
      [
        'the innermost that refuses',
        t.refinement(
          t.refinement(t.Int, (n) => n > 0, 'positive'),
          (n) => n < 9,
          'below 9'
        ),
        1.5,
        '$ format: integer'
      ],
      [
        'the middle one',
        t.refinement(
          t.refinement(t.Int, (n) => n > 0, 'positive'),
          (n) => n < 9,
          'below 9'
        ),
        -1,
        '$ constraint: positive'
      ],
      [
        'the outermost',
        t.refinement(
          t.refinement(t.Int, (n) => n > 0, 'positive'),
          (n) => n < 9,
          'below 9'
        ),
        10,
        '$ constraint: below 9'
      ],
      [
        'a refinement of a decoded value',
        t.refinement(NumberFromString, (n) => n > 0, 'positive'),
        '-1',
        '$ constraint: positive'
      ],
      [
        'a refinement of an object',
        t.refinement(t.type({ a: t.number, b: t.number }), ({ a, b }) => a < b, 'a < b'),
        { a: 2, b: 1 },
        '$ constraint: a < b'
      ],
      ['a name that lies about its type', t.refinement(t.string, () => false, 'Int'), 'x', '$ constraint: Int']
    ]
    for (const [what, codec, value, line] of cases) {
      it(`names ${what}`, () => {
        expect(told(codec, value)).to.deep.equal([line])
      })
    }

    it('is told of a predicate that throws, too', () => {
      const inner = t.refinement(t.number, (n) => n < 9, 'below 9')
      let calls = 0
      const moody = t.refinement(
        inner,
        () => {
          if (calls++ > 0) throw new Error('moody')
          return false
        },
        'moody'
      )
      expect(told(moody, 5)).to.deep.equal(['$ constraint: moody'])
    })

    it('is what a codec says in words of its own, and these are the message', () => {
      const Adult = withMessage(t.number, (value) => `must be a number,\nnot ${String(value)}`)
      expect(issues(t.type({ age: Adult }), { age: 'x' })).to.deep.equal([
        {
          path: ['age'],
          kind: 'constraint',
          expected: 'number',
          received: 'string',
          message: 'must be a number, not x'
        }
      ])
    })

    it('never says that a string was expected and a string was got', () => {
      const Picky = new t.RefinementType(
        '(string | <function1>)',
        t.string.is,
        t.failure,
        t.identity,
        t.string,
        () => true
      )
      expect(issues(Picky, 'x')[0]?.message).to.equal('expected another string, got string')
      expect(told(fromNullable(t.string, ''), 5)).to.deep.equal(['$ type: string'])
    })
  })

  describe('constraint, and other kinds', () => {
    const Email = new t.Type('Email', t.string.is, t.failure, t.identity)

    it('is told of the innermost refinement, also where asking it again throws', () => {
      let calls = 0
      const moody = t.refinement(
        t.number,
        () => {
          if (calls++ > 0) throw new Error('moody')
          return false
        },
        'moody'
      )
      expect(
        told(
          t.refinement(moody, () => true, 'outer'),
          5
        )
      ).to.deep.equal(['$ constraint: moody'])
    })

    it('says all that was asked of a value of another type', () => {
      expect(
        told(
          t.refinement(
            t.refinement(t.number, (n) => n > 0, 'positive'),
            (n) => n < 9,
            'below 9'
          ),
          'x'
        )
      ).to.deep.equal(['$ type: number (positive) (below 9)'])
      expect(told(t.null, 'x')).to.deep.equal(['$ type: null'])
      expect(told(t.type({ a: t.refinement(Email, () => false, 'narrow') }), {})).to.deep.equal([
        'a missing: Email (narrow)'
      ])
    })

    it('knows what was received before it was decoded', () => {
      expect(
        issues(
          t.refinement(NumberFromString, (n) => n > 0, 'positive'),
          '-1'
        ).map(({ received }) => received)
      ).to.deep.equal(['string'])
    })

    it('says what is wrong with a default rather than that its field is missing', () => {
      expect(
        told(t.type({ a: t.refinement(fromNullable(t.string, ''), (text) => text !== '', 'some text') }), {})
      ).to.deep.equal(['a constraint: some text'])
    })

    it('suggests nothing for a member that was refused for something else', () => {
      expect(
        issues(
          t.refinement(t.keyof({ open: null }), () => false, 'narrow'),
          'open'
        )
      ).to.deep.equal([
        { path: [], kind: 'constraint', expected: 'narrow', received: 'string', message: 'expected narrow, got string' }
      ])
    })

    it("of codecs of someone's own, all may be meant", () => {
      expect(told(t.union([Email, new t.Type('Phone', t.string.is, t.failure, t.identity)]), 'x')).to.deep.equal([
        '$ format: Email or Phone'
      ])
    })

    it('takes a value that is inherited for one that is there', () => {
      expect(told(t.type({ a: t.union([t.number, t.boolean]) }), Object.create({ a: 'x' }))).to.deep.equal([
        'a type: number or boolean'
      ])
    })
  })

  describe('unknown_field', () => {
    it('is a key that a closed codec does not know', () => {
      expect(issues(t.type({ in: closed(t.type({ a: t.string })) }), { in: { a: 1, b: 2 } })).to.deep.equal([
        {
          path: ['in', 'a'],
          kind: 'type',
          expected: 'string',
          received: 'number',
          message: 'expected string, got number'
        },
        {
          path: ['in', 'b'],
          kind: 'unknown_field',
          expected: 'no such field',
          received: 'number',
          message: 'unknown field'
        }
      ])
    })
  })

  describe('unions', () => {
    it('are told by their tag', () => {
      const Shape = t.union([Circle, Square])
      expect(
        told(t.array(Shape), [{ kind: 'circle', radius: 'x' }, { kind: 'square' }, { kind: 'cube' }, {}, 5])
      ).to.deep.equal([
        '$[0].radius type: number',
        '$[1].side missing: number',
        '$[1].label missing: string',
        '$[2].kind enum: one of "circle", "square"',
        '$[3].kind missing: one of "circle", "square"',
        '$[4] type: object'
      ])
    })

    it('are told by their tag where io-ts tries every branch', () => {
      const Shape = t.union([Circle, t.null, t.intersection([Square, t.partial({ note: t.string })])])
      expect(
        told(t.array(Shape), [{ kind: 'circle', radius: 'x' }, { kind: 'square', note: 5 }, { kind: 'cube' }, {}, 5])
      ).to.deep.equal([
        '$[0].radius type: number',
        '$[1].side missing: number',
        '$[1].label missing: string',
        '$[1].note type: string',
        '$[2].kind enum: one of "circle", "square"',
        '$[3].kind missing: one of "circle", "square"',
        '$[4] type: object or null'
      ])
    })

    it('are told by a tag with several values, shared or not', () => {
      const A = t.type({ v: t.literal(1), op: t.keyof({ add: null, sub: null }), n: t.number })
      const B = t.type({
        v: t.literal(1),
        op: t.union([t.literal('neg'), t.literal('sub')]),
        text: t.string,
        more: t.string
      })
      expect(told(t.union([A, B]), { v: 1, op: 'neg' })).to.deep.equal(['text missing: string', 'more missing: string'])
      expect(told(t.union([A, B]), { v: 1, op: 'sub' })).to.deep.equal(['n missing: number'])
      expect(told(t.union([A, B]), { v: 1, op: 'x' })).to.deep.equal(['op enum: one of "add", "sub", "neg"'])
    })

    it('are not told by a tag that a member does not have', () => {
      expect(told(t.union([Circle, t.type({ other: t.number })]), { kind: 'cube', radius: 1 })).to.deep.equal([
        'kind enum: "circle"'
      ])
      const Opaque = new t.Type('Opaque', t.unknown.is, t.failure, t.identity)
      expect(told(t.union([Circle, Square, Opaque]), { kind: 'cube', radius: 1 })).to.deep.equal([
        'kind enum: "circle"'
      ])
    })

    it('are told by the branch whose type fits', () => {
      const Rows = t.union([t.type({ rows: t.array(t.number), total: t.number }), t.array(t.number), t.string])
      expect(told(Rows, [1, 'x'])).to.deep.equal(['$[1] type: number'])
      expect(told(Rows, { rows: ['x'] })).to.deep.equal(['rows[0] type: number', 'total missing: number'])
      expect(told(Rows, 5)).to.deep.equal(['$ type: object, array or string'])
    })

    it('are told by the branch with the fewest issues, then by the deepest', () => {
      const Two = t.type({ a: t.string, b: t.string })
      const One = t.type({ a: t.string, c: t.number })
      const Deep = t.type({ a: t.type({ d: t.string }) })
      expect(told(t.union([Two, One]), { a: 'x', b: 1, c: 'y' })).to.deep.equal(['b type: string'])
      expect(told(t.union([Two, One]), { a: 1, c: 1 })).to.deep.equal(['a type: string'])
      expect(told(t.union([t.type({ a: t.string }), Deep]), { a: { d: 1 } })).to.deep.equal(['a.d type: string'])
    })

    it('are told as a whole where the only branch that says more also asks for another type', () => {
      expect(
        told(t.union([t.intersection([t.UnknownArray, t.type({ a: t.string })]), t.number]), { a: 1 })
      ).to.deep.equal(['$ type: array or number'])
    })

    it('are told by the branch whose field is there but wrong, not by one whose field is missing', () => {
      const A = t.type({ a: t.number })
      const B = t.type({ b: t.string })
      expect(told(t.union([A, B]), { b: 5 })).to.deep.equal(['b type: string'])
      expect(told(t.union([B, A]), { b: 5 })).to.deep.equal(['b type: string'])
      expect(told(t.union([t.type({ a: t.type({ d: t.string }) }), B]), { a: {}, b: 5 })).to.deep.equal([
        'b type: string'
      ])
      expect(told(t.union([A, B]), {})).to.deep.equal(['a missing: number'])
    })

    it('are told by the constraint where the type fits', () => {
      expect(told(t.union([NonEmptyString, t.null]), '')).to.deep.equal(['$ format: at least 1 character'])
      expect(told(t.union([t.Int, t.null]), 1.5)).to.deep.equal(['$ format: integer'])
      expect(told(t.union([t.Int, t.null]), 'x')).to.deep.equal(['$ type: integer or null'])
    })

    it('are told as a whole of the text "null" where null may stand, as that was meant', () => {
      expect(told(t.union([IsoDateTime, t.null]), 'null')).to.deep.equal(['$ type: ISO datetime or null'])
      expect(told(t.union([t.null, t.union([t.literal('a'), t.Int])]), 'null')).to.deep.equal([
        '$ enum: integer or one of null, "a"'
      ])
      expect(told(t.union([IsoDateTime, t.null]), 'tomorrow')).to.deep.equal(['$ format: ISO datetime'])
      expect(told(t.union([IsoDateTime, t.number]), 'null')).to.deep.equal(['$ format: ISO datetime'])
      expect(
        issues(t.union([withMessage(IsoDateTime, () => 'a date or null'), t.null]), 'null').map(
          ({ message }) => message
        )
      ).to.deep.equal(['a date or null'])
    })

    it('are told by their own words rather than by their tag, and say which odd keys are declared', () => {
      expect(
        issues(
          withMessage(t.union([Circle, Square]), () => 'a circle or a square'),
          { kind: 'cube' }
        ).map(({ message }) => message)
      ).to.deep.equal(['a circle or a square'])
      const tag = 'kind of it, as we say'
      const codec = t.union([t.type({ [tag]: t.literal('a') }), t.type({ [tag]: t.literal('b') })])
      expect(issues(codec, { [tag]: 'c' }).map(({ path, declared }) => ({ path, declared }))).to.deep.equal([
        { path: [tag], declared: [0] }
      ])
    })

    it('are told by words of a branch among others without', () => {
      const Code = t.refinement(t.string, () => false, 'a code')
      expect(
        issues(t.union([withMessage(IsoDateTime, () => 'a date or null'), Code, t.null]), 'null').map(
          ({ message }) => message
        )
      ).to.deep.equal(['a date or null'])
    })

    it('are told by the words of a branch of their own', () => {
      expect(
        issues(t.union([t.null, withMessage(t.string, () => 'give a name or null')]), 5).map(({ message }) => message)
      ).to.deep.equal(['give a name or null'])
    })

    it('may hold unions, and stand beside others', () => {
      const Inner = t.union([t.type({ a: t.number }), t.type({ b: t.array(t.number) })])
      expect(told(t.type({ x: t.union([t.null, Inner]) }), { x: { b: ['no'] } })).to.deep.equal(['x.b[0] type: number'])
      expect(
        told(t.intersection([Inner, t.union([t.type({ c: t.number }), t.null])]), { a: 'x', c: 'y' })
      ).to.deep.equal(['a type: number', 'c type: number'])
      expect(told(t.intersection([t.union([t.string, t.number]), t.union([t.string, t.null])]), true)).to.deep.equal([
        '$ type: string or number'
      ])
    })

    it('may hold what is optional, or nothing', () => {
      expect(told(t.union([t.undefined, t.string]), 5)).to.deep.equal(['$ type: string'])
      expect(told(t.type({ a: t.never as unknown as t.Mixed }), { a: 5 })).to.deep.equal(['a type: no value'])
    })
  })

  describe('in bounds', () => {
    it('reads a thousand errors', () => {
      expect(
        issues(
          t.array(t.number),
          Array.from({ length: 1_500 }, () => 'x')
        )
      ).to.have.length(1_000)
    })

    it(`reads the first errors of ${2 * VALUES}, in milliseconds`, () => {
      const codec = t.array(t.type({ a: t.number, b: t.string }))
      const errors = expectLeft(codec.decode(Array.from({ length: VALUES }, () => ({ a: 'x' }))))
      expect(errors.length).to.equal(2 * VALUES)
      let found: ReadonlyArray<Issue> = []
      expect(fastestMs(() => (found = explain(errors, { values: true })), 2)).to.be.below(1_000)
      expect(found.length).to.equal(1000)
    })

    it(`answers a small payload whose errors triple at each of ${DEPTH} levels`, () => {
      interface Nested {
        readonly a: Nested
      }
      const Nested: t.Type<Nested> = t.recursion('Nested', (self) =>
        t.union([t.type({ a: self }), t.type({ a: self, b: t.string }), t.type({ a: self, c: t.number })])
      )
      const value: unknown = JSON.parse(`${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`)
      expect(told(Nested, value)).to.deep.equal([`${Array(DEPTH).fill('a').join('.')} type: object`])
    })

    it('does not grow with the value, the message or the names', () => {
      const Long = new t.Type(
        'n'.repeat(100_000),
        t.unknown.is,
        (u, c) => t.failure(u, c, 'm'.repeat(100_000)),
        t.identity
      )
      const found = explain(
        expectLeft(
          t
            .type({
              a: Long,
              b: t.keyof(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}${'k'.repeat(100)}`, null])))
            })
            .decode({ a: 'x'.repeat(1_000_000), b: 'y'.repeat(1_000_000) })
        ),
        { values: true }
      )
      expect(JSON.stringify(found).length).to.be.below(2000)
    })

    it('survives a codec that gives no context, or a message that is none', () => {
      expect(explain([{ value: 5, context: [] }])).to.deep.equal([
        {
          path: [],
          kind: 'format',
          expected: 'another value',
          received: 'number',
          message: 'expected another value, got number'
        }
      ])
      const error = { value: 5, context: [{ key: '', type: t.string, actual: 5 }], message: 5 }
      expect(explain([error as unknown as t.ValidationError]).map(({ message }) => message)).to.deep.equal([
        'expected string, got number'
      ])
    })
  })
})
