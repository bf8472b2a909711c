import { expect } from 'chai'
import { Definitions } from '../../../lib/codec/json-schema/definitions.js'

describe('Definitions', () => {
  it('give names that a pointer can hold, each once', () => {
    const definitions = new Definitions('2020-12')
    expect(['Tree', '__a b__', '  ', 'Tree', 'Tree', '§'].map((wanted) => definitions.reserve(wanted))).to.deep.equal([
      { name: 'Tree', ref: '#/$defs/Tree' },
      { name: 'a_b', ref: '#/$defs/a_b' },
      { name: 'definition', ref: '#/$defs/definition' },
      { name: 'Tree_2', ref: '#/$defs/Tree_2' },
      { name: 'Tree_3', ref: '#/$defs/Tree_3' },
      { name: 'definition_2', ref: '#/$defs/definition_2' }
    ])
    expect(new Definitions('draft-07').reserve('Tree').ref).to.equal('#/definitions/Tree')
  })

  it('stand beside those of the document itself', () => {
    const definitions = new Definitions('2020-12')
    expect(definitions.complete({ type: 'string' })).to.deep.equal({ type: 'string' })
    definitions.define('A', { type: 'null' })
    expect(definitions.complete({ $ref: '#/$defs/A' })).to.deep.equal({
      $ref: '#/$defs/A',
      $defs: { A: { type: 'null' } }
    })
    expect(definitions.complete({ $defs: { B: {} } })).to.deep.equal({ $defs: { B: {}, A: { type: 'null' } } })
  })

  it('take a foreign document as it is where it refers to nothing of its own', () => {
    const definitions = new Definitions('2020-12')
    const document = {
      type: 'object',
      title: '#/title',
      properties: {
        $ref: { type: 'string' },
        far: { $ref: 'https://example.com/a#/b' },
        none: { default: null, const: { $ref: '#' } }
      }
    }
    expect(definitions.embed('Far', { $schema: 'dialect', $id: 'https://example.com/far', ...document })).to.deep.equal(
      document
    )
    expect(definitions.complete({})).to.deep.equal({})
  })

  it('take a property for one, whatever it is called', () => {
    const definitions = new Definitions('2020-12')
    const document = {
      properties: { default: { $ref: '#/$defs/T' }, properties: { default: { $ref: '#' } } },
      $defs: { const: { $ref: '#/$defs/T' }, T: {} }
    }
    expect(definitions.embed('Far', document)).to.deep.equal({ $ref: '#/$defs/Far' })
    expect(definitions.complete({})).to.deep.equal({
      $defs: {
        Far: {
          properties: { default: { $ref: '#/$defs/Far/$defs/T' }, properties: { default: { $ref: '#' } } },
          $defs: { const: { $ref: '#/$defs/Far/$defs/T' }, T: {} }
        }
      }
    })
  })

  it('lead the references of a foreign document to where it is now', () => {
    const definitions = new Definitions('2020-12')
    const tree = {
      anyOf: [{ $ref: '#' }, { $ref: '#/$defs/leaf' }, { $ref: '#leaf' }, null],
      title: '#/$defs/leaf',
      examples: [{ $ref: '#' }],
      $defs: { leaf: { enum: [{ $ref: '#' }] } }
    }
    expect(definitions.embed('Tree', tree)).to.deep.equal({ $ref: '#/$defs/Tree' })
    expect(definitions.complete({})).to.deep.equal({
      $defs: {
        Tree: {
          anyOf: [{ $ref: '#/$defs/Tree' }, { $ref: '#/$defs/Tree/$defs/leaf' }, { $ref: '#leaf' }, null],
          title: '#/$defs/leaf',
          examples: [{ $ref: '#' }],
          $defs: { leaf: { enum: [{ $ref: '#' }] } }
        }
      }
    })
  })

  it('know the address of a foreign document, whole or relative', () => {
    const refs = ['https://example.com/a#/x', 'a#/x', '/a', '#', 'b#/x', 'https://example.com/b', 'a#name']
    const leads = refs.map((ref) => {
      const definitions = new Definitions('2020-12')
      definitions.embed('A', { $id: 'https://example.com/a#', not: { $ref: ref } })
      return definitions.complete({})['$defs']
    })
    const at = (ref: string): object => ({ A: { not: { $ref: ref } } })
    expect(leads).to.deep.equal([
      at('#/$defs/A/x'),
      at('#/$defs/A/x'),
      at('#/$defs/A'),
      at('#/$defs/A'),
      undefined,
      undefined,
      undefined
    ])
  })

  it('hold once a document that gives names', () => {
    for (const keyword of ['$id', '$anchor', '$dynamicAnchor']) {
      const definitions = new Definitions('2020-12')
      const document = { $defs: { n: { [keyword]: 'name', type: 'number' } } }
      expect(definitions.embed('Named', document)).to.deep.equal({ $ref: '#/$defs/Named' })
      expect(definitions.complete({})).to.deep.equal({ $defs: { Named: document } })
    }
  })
})
