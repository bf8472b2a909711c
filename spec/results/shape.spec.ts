/** The shape of a kept result is true of all of it, or says what it leaves out. */
import { expect } from 'chai'
import fc from 'fast-check'
import { resultShape } from '../../lib/results/shape.js'

const MORE = /^(?:more than )?(\d+) more paths?$/

describe('resultShape', () => {
  it('looks at every element and entry', () => {
    const rows = Array.from({ length: 12_000 }, (_, at) => ({
      id: at === 9_000 ? 'n/a' : at,
      total: at === 6_000 ? null : 1.5,
      tags: at === 11_999 ? [] : ['a', 'b'],
      ...(at > 8_000 && { refund: true })
    }))
    expect(resultShape({ rows })).to.deep.equal({
      $: 'record',
      rows: 'list of 12000',
      'rows[].id': 'number or string',
      'rows[].total': 'number or null',
      'rows[].tags': 'list',
      'rows[].tags[]': 'string',
      'rows[].refund': 'boolean?'
    })
    const map = Object.fromEntries(rows.map((row, at) => [`k${at}`, at === 11_000 ? { ...row, late: 'x\ny' } : row]))
    expect(resultShape(map)).to.include({ $: 'record of 12000', '*.late': 'text of 2 lines?' })
  })

  it('marks what some lack, below a record that some lack too, and says empty records', () => {
    expect(
      resultShape([
        { a: { b: { c: 1 } }, meta: {} },
        { meta: {}, d: { e: 1 } }
      ])
    ).to.deep.equal({ $: 'list of 2', '[].a.b.c': 'number?', '[].meta': 'record', '[].d.e': 'number?' })
  })

  it('says how many paths it leaves out', () => {
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, at % 2 ? at : `${at}`]))
    const shape = resultShape(wide)
    expect([Object.keys(shape).length, shape['…']]).to.deep.equal([41, '61 more paths'])
    expect(resultShape({ a: { b: { c: { d: { e: { f: { g: 1, h: 2 } } } } } } })).to.deep.equal({
      $: 'record',
      '…': '2 more paths'
    })
    expect(Object.keys(resultShape({ long: 1, longer: 2 }, 60))).to.deep.equal(['$', '…'])
    const odd = Array.from({ length: 3_000 }, (_, at) => ({ [`f${at}`]: at, x: 'x' }))
    expect(resultShape(odd)['…']).to.match(/^more than 19\d\d more paths$/)
  })

  it('has no path too many and none too few', () => {
    const paths = (value: unknown, path: string): ReadonlyArray<string> =>
      Array.isArray(value)
        ? [path, ...value.flatMap((one) => paths(one, `${path}[]`))]
        : typeof value === 'object' && value !== null
          ? Object.entries(value).length === 0 || path === ''
            ? [path, ...Object.entries(value).flatMap(([key, one]) => paths(one, `${path}.${key}`))]
            : Object.entries(value).flatMap(([key, one]) => paths(one, `${path}.${key}`))
          : [path]
    const names = fc.constantFrom('a', 'b', 'c', 'd')
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 8 },
        fc.nat(9),
        fc.constant('x'),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(names, tie('tree'), { minKeys: 1 })
      )
    }))
    fc.assert(
      fc.property(tree, (value) => {
        const { '…': more = '0 more paths', ...shape } = resultShape(value)
        const all = new Set(paths(value, '').map((path) => path.replace(/^\./, '') || '$'))
        const said = Object.keys(shape)
        // A record in some elements, and no record in others, is said with its types.
        for (const path of all) if (more === '0 more paths') expect(said).to.include(path)
        for (const path of said) expect(all.has(path) || /record/.test(shape[path] ?? ''), path).to.equal(true)
        expect(said.length + Number(MORE.exec(more)?.[1])).to.be.at.least(all.size)
      })
    )
  })
})
