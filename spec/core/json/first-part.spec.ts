/** What is too long for a model still gives it something: whole elements, whole lines, nothing altered. */
import { expect } from 'chai'
import fc from 'fast-check'
import { left, right } from 'fp-ts/lib/Either.js'
import { firstPart } from '#core/json'
import { toModelText } from '../../../lib/index.js'
import { partialData, schemaMismatch } from '#core/errors'

/** Whether `part` is the beginning of `whole`: shorter lists and texts, fewer fields, and otherwise the same values. */
const begins = (part: unknown, whole: unknown): boolean => {
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part)
  if (Array.isArray(part))
    return (
      Array.isArray(whole) && part.every((element, at) => begins(element, whole[at])) && part.length <= whole.length
    )
  if (typeof part === 'object' && part !== null)
    return Object.entries(part).every(([key, value]) => begins(value, (whole as Record<string, unknown>)[key]))
  return Object.is(part, whole)
}

const rows = (n: number): ReadonlyArray<object> => Array.from({ length: n }, (_, id) => ({ id, sku: `A-${id}` }))
const log = Array.from({ length: 9_000 }, (_, at) => `2026-11-24 line ${at}\n`).join('')

describe('the first part of data that are too long', () => {
  it('is a beginning of them that fits, and the data themselves where they fit', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(400), (json, chars) => {
        const data: unknown = JSON.parse(JSON.stringify(json))
        const part = firstPart(data, chars)
        const length = JSON.stringify(data).length
        if (part === undefined) return length > chars
        return begins(part, data) && JSON.stringify(part).length <= chars
      }),
      { numRuns: 2_000 }
    )
    for (const data of [{ a: ' #### ' }, { a: 1, b: ' #### ' }, ['#'], { a: { b: '#' } }])
      expect(firstPart(data, JSON.stringify(data).length)).to.deep.equal(data)
  })

  it('holds whole rows, and whole lines', () => {
    expect(firstPart(rows(9), 50)).to.deep.equal(rows(2))
    expect(firstPart({ total: 9, items: rows(9), page: 1 }, 80)).to.deep.equal({ total: 9, items: rows(2), page: 1 })
    expect(firstPart('one\ntwo\nthree\n', 13)).to.equal('one\ntwo\n')
    expect(firstPart('one two three', 11)).to.equal('one two')
    expect(firstPart('x'.repeat(99), 50)).to.equal(undefined)
    expect([firstPart(0, 1), firstPart([], 1)]).to.deep.equal([0, undefined])
    expect(firstPart([{ id: 1, body: log }], 100)).to.deep.equal([
      { id: 1, body: log.slice(0, log.indexOf('2026-11-24 line 4')) }
    ])
  })

  for (const [name, payload] of Object.entries({
    'a table': rows(12_000),
    'a record with a table': { total: 12_000, rows: rows(12_000) },
    'a log': log,
    'a page of text in a record': { url: 'https://a.example', text: log }
  })) {
    it(`is data beside too_long_for_model: ${name}`, () => {
      for (const maxChars of [1_000, 20_000]) {
        const text = toModelText(right(payload), { maxChars })
        const error = JSON.parse(text) as { readonly code: string; readonly data: unknown; readonly hint: string }
        expect(text.length).to.be.within(maxChars * 0.8, maxChars)
        expect(error.code).to.equal('too_long_for_model')
        expect(begins(error.data, payload)).to.equal(true)
        expect(error.hint).to.match(/^Go on with `data`\. For the rest, ask for at most 1\/\d+ of it/)
      }
    })
  }

  it('says how many elements came, and of a write that it was executed', () => {
    expect(JSON.parse(toModelText(right(rows(12_000)), { maxChars: 600, effect: 'write' }))).to.deep.include({
      detail:
        'The response has 325781 characters in 12000 elements; at most 600 can be handed on. The first 14 of 12000 elements are in `data`.',
      hint: 'It was executed: do not repeat it; verify its effect with a read.'
    })
  })

  it('stands in the place of data that are too long beside an error', () => {
    for (const error of [
      partialData({ code: 'more_pages_available', detail: 'More exists.', data: rows(900) }),
      schemaMismatch({ code: 'retry_budget_exceeded', detail: 'Asked for again.', data: rows(900) })
    ]) {
      const text = toModelText(left(error), { maxChars: 2_000 })
      const { data } = JSON.parse(text) as { readonly data: ReadonlyArray<object> }
      expect(text.length).to.be.within(1_900, 2_000)
      expect(data).to.deep.equal(rows(data.length))
    }
  })
})
