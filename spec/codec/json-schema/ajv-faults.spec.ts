import { expect } from 'chai'
import { faultsOf, type AjvErrorLike } from '../../../lib/codec/json-schema/ajv-faults.js'

const error = (
  keyword: string,
  instancePath: string,
  params: Readonly<Record<string, unknown>> = {},
  message?: string
): AjvErrorLike => ({ keyword, instancePath, params, ...(message === undefined ? {} : { message }) })

const pathOf = (errors: ReadonlyArray<AjvErrorLike>, value: unknown = {}): ReadonlyArray<string | number> | undefined =>
  faultsOf(errors, value)[0]?.path

describe('faultsOf', () => {
  it('reads a pointer by the value: positions in arrays, keys in objects', () => {
    const value = { a: [{ 0: 'x', 'b/c': 1 }] }
    expect([
      pathOf([error('type', '/a/0/0')], value),
      pathOf([error('type', '/a/0/b~1c')], value),
      pathOf([error('type', '')], value),
      pathOf([error('type', '/no/0')], value)
    ]).to.deep.equal([['a', 0, '0'], ['a', 0, 'b/c'], [], ['no', '0']])
  })

  it('reads a key with a percent sign as it is: the pointer of an instance is no URI', () => {
    expect(pathOf([error('type', '/a%41~0')], { 'a%41~': 1 })).to.deep.equal(['a%41~'])
  })

  it('leads to the key that is unknown or missing', () => {
    expect(faultsOf([error('additionalProperties', '/a', { additionalProperty: 'x' })], {})).to.deep.equal([
      { path: ['a', 'x'], unknownKey: true }
    ])
    expect(faultsOf([error('unevaluatedProperties', '', { unevaluatedProperty: 'x' })], {})).to.deep.equal([
      { path: ['x'], unknownKey: true }
    ])
    expect(faultsOf([error('false schema', '/a')], {})).to.deep.equal([{ path: ['a'], unknownKey: true }])
    expect(faultsOf([error('false schema', '')], {})).to.deep.equal([{ path: [], unknownKey: false }])
    expect(faultsOf([error('required', '/a', { missingProperty: 'x' })], {})).to.deep.equal([{ path: ['a', 'x'] }])
    expect(faultsOf([error('required', '/a', { missingProperty: 5 }, 'is required')], {})).to.deep.equal([
      { path: ['a'], constraint: 'is required', message: 'is required' }
    ])
  })

  it('hands on the words only of what cannot be shown', () => {
    expect([
      faultsOf([error('type', '', {}, 'must be string')], {}),
      faultsOf([error('not', '', {}, 'must NOT be valid')], {}),
      faultsOf([error('not', '')], {}),
      faultsOf([], {})
    ]).to.deep.equal([
      [{ path: [] }],
      [{ path: [], constraint: 'must NOT be valid', message: 'must NOT be valid' }],
      [{ path: [] }],
      [{ path: [] }]
    ])
  })

  it('takes the last error, which ended it', () => {
    expect(pathOf([error('type', '/a'), error('type', '/b')])).to.deep.equal(['b'])
  })

  it('takes of `if` what its branch says', () => {
    expect(pathOf([error('type', '/x/a'), error('if', '/x')])).to.deep.equal(['x', 'a'])
    expect(faultsOf([error('type', '/y'), error('if', '/x', {}, 'must match "then" schema')], {})).to.deep.equal([
      { path: ['x'], constraint: 'must match "then" schema', message: 'must match "then" schema' }
    ])
    expect(pathOf([error('type', '/x/a/b'), error('anyOf', '/x/a'), error('if', '/x')])).to.deep.equal(['x', 'a', 'b'])
  })

  for (const union of ['anyOf', 'oneOf']) {
    describe(`of ${union}`, () => {
      it('takes what a branch has against something inside, the deepest and of those the first', () => {
        expect(
          pathOf([error('type', '/by/a/b'), error('type', '/by/c/d'), error('type', '/by/e'), error(union, '/by')])
        ).to.deep.equal(['by', 'a', 'b'])
        expect(pathOf([error('type', '/by/e'), error('type', '/by/c/d'), error(union, '/by')])).to.deep.equal([
          'by',
          'c',
          'd'
        ])
      })

      it('takes the whole where each branch refuses the value itself, or only its tag', () => {
        expect(pathOf([error('type', '/by'), error('type', '/by'), error(union, '/by')])).to.deep.equal(['by'])
        for (const tag of ['const', 'enum', 'required', 'false schema'])
          expect(pathOf([error(tag, '/by/kind'), error('type', '/by'), error(union, '/by')]), tag).to.deep.equal(['by'])
      })

      it('takes a tag further inside', () => {
        expect(
          pathOf([error('const', '/by/kind'), error('const', '/by/inner/kind'), error(union, '/by')])
        ).to.deep.equal(['by', 'inner', 'kind'])
        expect(
          pathOf([error('const', '/by/inner/kind'), error('type', '/by/name'), error(union, '/by')])
        ).to.deep.equal(['by', 'name'])
      })

      it('leaves aside what lies elsewhere', () => {
        expect(pathOf([error('type', '/other/deep/inside'), error(union, '/by')])).to.deep.equal(['by'])
      })
    })
  }
})
