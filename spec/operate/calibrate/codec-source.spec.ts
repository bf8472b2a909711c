import { expect } from 'chai'
import * as t from 'io-ts'
import { closed, integerBetween, IsoDateTime } from '../../../lib/index.js'
import { codecSource } from '../../../lib/operate/calibrate/codec-source.js'

describe('codecSource', () => {
  it('writes what can be seen, and calls what is named by its name', () => {
    const User = t.type({ id: t.Int }, 'User')
    for (const [codec, text] of [
      [t.type({ a: t.string, 'b-c': t.Int, u: User }), "t.type({ a: t.string, 'b-c': t.Int, u: User })"],
      [
        t.intersection([t.type({ a: t.null }), t.partial({ b: t.undefined })]),
        't.intersection([t.type({ a: t.null }), t.partial({ b: t.undefined })])'
      ],
      [closed(t.type({ at: IsoDateTime })), 'closed(t.type({ at: IsoDateTime }))'],
      [t.exact(t.type({ n: integerBetween(-1, 5) })), 't.exact(t.type({ n: integerBetween(-1, 5) }))'],
      [t.readonly(t.array(t.unknown)), 't.readonly(t.array(t.unknown))'],
      [t.readonlyArray(t.UnknownRecord), 't.readonlyArray(t.UnknownRecord)'],
      [
        t.record(t.string, t.tuple([t.boolean, t.literal('x')])),
        "t.record(t.string, t.tuple([t.boolean, t.literal('x')]))"
      ],
      [t.keyof({ a: null, 'b c': null }), "t.keyof({ a: null, 'b c': null })"],
      [new t.Type<string>('some */ codec', t.string.is, t.string.validate, t.identity), '/* some * / codec */'],
      [new t.Type<string>('**// codec', t.string.is, t.string.validate, t.identity), '/* ** // codec */'],
      [t.refinement(t.string, (s) => s !== '', 'not empty'), '/* not empty */']
    ] as ReadonlyArray<readonly [t.Mixed, string]>)
      expect(codecSource(codec)).to.equal(text)
  })

  it('leaves out what is too much to read', () => {
    const wide = t.type(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, t.string])))
    expect(codecSource(wide)).to.match(/f11: t\.string, … }\)$/)
    const deep = [...Array(9).keys()].reduce((inner: t.Mixed) => t.type({ a: inner }), t.string)
    expect(codecSource(deep)).to.equal('t.type({ a: t.type({ a: t.type({ a: t.type({ a: t.type({ a: … }) }) }) }) })')
  })
})
