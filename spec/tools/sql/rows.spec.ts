import { expect } from 'chai'
import { array, assert, constantFrom, letrec, oneof, option, property, string } from 'fast-check'
import { readCell } from '../../../lib/tools/sql/rows.js'
import { fastestMs } from '../../helpers/fastest-ms.js'

// Types by their numbers in pg_type.
const INT8 = 20
const TEXT = 25
const TIMESTAMPTZ = 1184
const TEXT_ARRAY = 1009
const BYTEA = 17
const UNKNOWN = 99_999

type Nested = string | null | ReadonlyArray<Nested>

/** Writes an array as the server does. */
const write = (value: Nested): string => {
  if (value === null) return 'NULL'
  if (typeof value !== 'string') return `{${value.map(write).join(',')}}`
  return /^$|^null$|[\s{},"\\]/i.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value
}

describe('readCell', () => {
  it('keeps null, and text of types that it does not know', () => {
    expect(readCell(null, INT8)).to.equal(null)
    expect(readCell('9007199254740993', INT8)).to.equal('9007199254740993')
    expect(readCell('{a,b}', UNKNOWN)).to.equal('{a,b}')
    expect(readCell('', TEXT)).to.equal('')
  })

  it('reads instants as the server writes them, and leaves those that are none', () => {
    const cases: ReadonlyArray<readonly [text: string, instant: string]> = [
      ['2026-05-03 10:00:00+00', '2026-05-03T10:00:00.000Z'],
      ['2026-05-03 10:00:00.5-03:30', '2026-05-03T13:30:00.500Z'],
      ['0001-01-01 00:00:00.999999+00', '0001-01-01T00:00:00.999Z']
    ]
    for (const [text, instant] of cases) expect(readCell(text, TIMESTAMPTZ)).to.deep.equal(new Date(instant))
    for (const text of [
      'infinity',
      '-infinity',
      '0044-03-15 12:00:00+00 BC',
      '12026-05-03 10:00:00+00',
      '1880-01-01 00:00:00+00:53:28'
    ]) {
      expect(readCell(text, TIMESTAMPTZ)).to.equal(text)
    }
  })

  it('reads bytes, and leaves those that are not written in hexadecimal', () => {
    expect(readCell('\\x00ff', BYTEA)).to.deep.equal(Uint8Array.of(0, 255))
    expect(readCell('\\x', BYTEA)).to.deep.equal(new Uint8Array())
    expect(readCell('\\000', BYTEA)).to.equal('\\000')
  })

  it('reads any array as it was written', () => {
    const { nested } = letrec<{ nested: Nested; leaf: Nested }>((tie) => ({
      leaf: option(
        oneof(
          string({ unit: 'binary' }),
          constantFrom('NULL', 'null', '', '{', '}', ',', '"', '\\', ' ', '\n', 'a,b', '{}')
        )
      ),
      nested: array(oneof({ depthSize: 'small', maxDepth: 3 }, tie('leaf'), tie('nested')))
    }))
    assert(
      property(nested, (value) => {
        expect(readCell(write(value), TEXT_ARRAY)).to.deep.equal(value)
      }),
      { numRuns: 200 }
    )
  })

  it('leaves out bounds', () => {
    expect(readCell('[0:1]={a,b}', TEXT_ARRAY)).to.deep.equal(['a', 'b'])
    expect(readCell('[-1:-1][2:3]={{a,b}}', TEXT_ARRAY)).to.deep.equal([['a', 'b']])
  })

  it('reads long arrays in time', () => {
    const read = (): void => {
      expect(readCell(`{${'"\\\\"",'.repeat(100_000)}a}`, TEXT_ARRAY)).to.be.an('array')
      expect(readCell(`{"${'\\"'.repeat(500_000)}"}`, TEXT_ARRAY)).to.deep.equal(['"'.repeat(500_000)])
      expect(readCell(`{"${'\\"'.repeat(500_000)}`, TEXT_ARRAY)).to.be.an('array')
    }
    expect(fastestMs(read, 1)).to.be.below(2_500)
  })
})
