import { expect } from 'chai'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import {
  CLASS_HINTS,
  CODE_HINTS,
  type ErrorInput,
  MAX_DETAIL,
  MAX_HINT,
  ToolError,
  partialData,
  schemaMismatch,
  semanticGarbage,
  toToolError
} from '#core/errors'
import { expectRight } from '../../helpers/either.js'
import { hostileValues } from '../../helpers/hostile.js'

const CONSTRUCTORS = { schemaMismatch, partialData, semanticGarbage }

const expectWellFormed = (error: ToolError): void => {
  expect(error.code).to.match(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/)
  expect(error.detail.length).to.be.within(1, MAX_DETAIL)
  expect(error.detail).not.to.match(/[\r\n\u2028\u2029]/)
  if (error.hint !== null) expect(error.hint.length).to.be.within(1, MAX_HINT)
}

describe('schemaMismatch, partialData, semanticGarbage', () => {
  it('make plain data of the four fields', () => {
    const input = { code: 'my_code', detail: 'What happened.', hint: 'What to do.' }
    expect(schemaMismatch(input)).to.deep.equal({ error_class: 'schema_mismatch', ...input })
    expect(partialData(input)).to.deep.equal({ error_class: 'partial_data', ...input })
    expect(partialData({ ...input, data: [1] })).to.deep.equal({ error_class: 'partial_data', ...input, data: [1] })
    expect(semanticGarbage(input)).to.deep.equal({ error_class: 'semantic_garbage', ...input })
  })

  it('carry data, a next call and a wait where there are any, in this order', () => {
    const input: ErrorInput = {
      retryAfterMs: 1_500.2,
      next: { tool: 'list', args: { page: 2 } },
      data: [1],
      code: 'a',
      detail: 'b',
      hint: null
    }
    const rest =
      '"code":"a","detail":"b","hint":null,"data":[1],"next":{"tool":"list","args":{"page":2}},"retryAfterMs":1501'
    for (const make of [schemaMismatch, partialData, semanticGarbage]) {
      const error = make(input)
      expect(JSON.stringify(error)).to.equal(`{"error_class":"${error.error_class}",${rest}}`)
      expect(ToolError.decode(JSON.parse(JSON.stringify(error)))).to.deep.equal(E.right(error))
    }
    expect(partialData({ code: 'a', detail: 'b', data: null })).to.have.property('data', null)
  })

  it('leave out a next call and a wait that are none', () => {
    const made = (next: unknown, retryAfterMs: unknown) =>
      Object.keys(semanticGarbage({ code: 'a', detail: 'b', next: next as never, retryAfterMs: retryAfterMs as never }))
    for (const [next, wait] of [
      [null, -1],
      [{ tool: 7, args: {} }, Number.NaN],
      ['x', '5'],
      [{ tool: '' }, Infinity]
    ])
      expect(made(next, wait)).to.deep.equal(['error_class', 'code', 'detail', 'hint'])
  })

  it('name a wait of at most a day, which any timer can take', () => {
    const waits = [0, 86_400_000, 86_400_001, 251_606_875_754_259, Number.MAX_VALUE]
    for (const make of [schemaMismatch, partialData, semanticGarbage])
      expect(waits.map((retryAfterMs) => make({ code: 'a', detail: 'b', retryAfterMs }).retryAfterMs)).to.deep.equal([
        0,
        ...Array<number>(4).fill(86_400_000)
      ])
  })

  it('take the hint of the code, else of the class, where none is given', () => {
    expect(schemaMismatch({ code: 'empty_body', detail: 'x' }).hint).to.equal(CODE_HINTS.get('empty_body')?.hint)
    expect(partialData({ code: 'of_my_own', detail: 'x' }).hint).to.equal(CLASS_HINTS.partial_data.hint)
    expect(semanticGarbage({ code: 'of_my_own', detail: 'x', hint: ' \n ' }).hint).to.equal(
      CLASS_HINTS.semantic_garbage.hint
    )
  })

  it('take null for no hint', () => {
    expect(semanticGarbage({ code: 'not_found', detail: 'x', hint: null }).hint).to.equal(null)
  })

  it('make text one line and cut it', () => {
    const error = schemaMismatch({
      code: 'a',
      detail: `first\nsecond ${'x'.repeat(600)}`,
      hint: `\u001b[31m${'y'.repeat(600)}`
    })
    expect(error.detail).to.equal(`first second ${'x'.repeat(486)}…`)
    expect(error.hint).to.equal(`${'y'.repeat(299)}…`)
  })

  it('say the code where the detail is empty', () => {
    expect(schemaMismatch({ code: 'not_json', detail: '\u200b' }).detail).to.equal('The call failed with not_json.')
  })

  it('write a code in snake case, whatever it was', () => {
    const codes = ['invalidStatus', 'HTTP-Error 500', 'a__b', '_x_', '9lives', 'Größe', '', 'x'.repeat(100)].map(
      (code) => schemaMismatch({ code, detail: 'x' }).code
    )
    expect(codes).to.deep.equal([
      'invalid_status',
      'http_error_500',
      'a_b',
      'x',
      'unspecified',
      'gr_e',
      'unspecified',
      'x'.repeat(63)
    ])
  })

  for (const [name, construct] of Object.entries(CONSTRUCTORS)) {
    it(`never throw and stay well-formed: ${name} of hostile values`, () => {
      for (const hostile of hostileValues()) {
        expectWellFormed(construct(hostile as ErrorInput))
        expectWellFormed(construct({ code: hostile, detail: hostile, hint: hostile } as ErrorInput))
      }
    })

    it(`never throw and stay well-formed: ${name} of anything`, () => {
      fc.assert(
        fc.property(fc.anything(), fc.anything(), fc.anything(), (code, detail, hint) => {
          const error = construct({ code, detail, hint } as ErrorInput)
          expectWellFormed(error)
          expect(E.isRight(ToolError.decode(error))).to.equal(true)
          expectWellFormed(construct(detail as ErrorInput))
        }),
        { numRuns: 300 }
      )
    })
  }
})

describe('ToolError', () => {
  it('brings every error back from its wire form', () => {
    const text = fc.string({ unit: 'binary', maxLength: 700 })
    const code = fc.string({ maxLength: 80 })
    fc.assert(
      fc.property(code, text, fc.option(text), fc.jsonValue(), (c, detail, hint, data) => {
        for (const error of [
          schemaMismatch({ code: c, detail, hint }),
          partialData({ code: c, detail, hint }),
          partialData({ code: c, detail, hint, data }),
          semanticGarbage({ code: c, detail, hint })
        ]) {
          const wire: unknown = JSON.parse(JSON.stringify(error))
          expect(expectRight(ToolError.decode(wire))).to.deep.equal(wire)
          expect(ToolError.encode(error)).to.deep.equal(error)
        }
      }),
      { numRuns: 300 }
    )
  })

  it('drops what is not part of the wire form', () => {
    const wire = {
      error_class: 'semantic_garbage',
      code: 'not_found',
      detail: 'x',
      hint: null,
      stack: 'Error'
    }
    expect(ToolError.decode(wire)).to.deep.equal(
      E.right({ error_class: 'semantic_garbage', code: 'not_found', detail: 'x', hint: null })
    )
  })

  const good = { error_class: 'schema_mismatch', code: 'not_json', detail: 'x', hint: null }
  const refused: Readonly<Record<string, unknown>> = {
    'another class': { ...good, error_class: 'other' },
    'a code that is not snake case': { ...good, code: 'NotJson' },
    'an empty detail': { ...good, detail: '' },
    'a detail of 501 characters': { ...good, detail: 'x'.repeat(501) },
    'a detail of two lines': { ...good, detail: 'a\nb' },
    'a detail with a line separator': { ...good, detail: 'a\u2028b' },
    'a hint of 301 characters': { ...good, hint: 'x'.repeat(301) },
    'a missing hint': { error_class: 'schema_mismatch', code: 'not_json', detail: 'x' },
    'no object': 'not_json'
  }
  for (const [name, wire] of Object.entries(refused)) {
    it(`refuses ${name}`, () => {
      expect(E.isLeft(ToolError.decode(wire))).to.equal(true)
    })
  }
})

describe('the bounds of the codec', () => {
  it('are met by the longest detail and the longest hint', () => {
    const error = (detail: number, hint: number) =>
      ToolError.is({ error_class: 'schema_mismatch', code: 'a', detail: 'x'.repeat(detail), hint: 'x'.repeat(hint) })
    expect([
      error(MAX_DETAIL, MAX_HINT),
      error(MAX_DETAIL + 1, 0),
      error(1, MAX_HINT + 1),
      error(0, 0),
      error(1, 0)
    ]).to.deep.equal([true, false, false, false, true])
  })
})

describe('toToolError', () => {
  it('makes what untyped code calls an error one, by its class', () => {
    for (const make of [schemaMismatch, partialData, semanticGarbage]) {
      const error = make({ code: 'mine', detail: 'x', hint: 'y' })
      expect(toToolError({ ...error, more: 1 })).to.deep.equal(error)
      expect(toToolError({ error_class: error.error_class })).to.deep.equal(make({} as ErrorInput))
    }
    expect(toToolError(partialData({ code: 'mine', detail: 'x', data: [1] }))).to.deep.equal(
      partialData({ code: 'mine', detail: 'x', data: [1] })
    )
  })

  it('knows no other class, and never throws', () => {
    for (const value of [
      null,
      undefined,
      'schema_mismatch',
      {},
      { error_class: 'other' },
      { error_class: ['partial_data'] },
      ...hostileValues()
    ])
      expect(toToolError(value)).to.equal(undefined)
  })
})
