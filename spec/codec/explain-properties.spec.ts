import { expect } from 'chai'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { explain } from '../../lib/codec/explain.js'
import { type Path, argumentLine, describeIssue, typeName } from '#core/errors'
import { codecOf, modelArbitrary, modelsAt, validOf, valueArbitrary, type Model } from './codec-models.js'
import { runs } from '../helpers/runs.js'

const numRuns = runs(500, 20_000)

const cases = (options: { readonly unions: boolean }) =>
  modelArbitrary(3, options).chain((model) => valueArbitrary(model).map((value) => ({ model, value })))

const at = (value: unknown, [key, ...rest]: Path): { readonly value: unknown; readonly absent: boolean } => {
  if (key === undefined) return { value, absent: false }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
    return { value: undefined, absent: true }
  return at((value as Record<string | number, unknown>)[key], rest)
}

const withValueAt = (value: unknown, [key, ...rest]: Path, put: unknown): unknown => {
  if (key === undefined) return put
  const copy: unknown = Array.isArray(value) ? [...(value as ReadonlyArray<unknown>)] : { ...(value as object) }
  const holder = copy as Record<string | number, unknown>
  if (rest.length === 0 && put === undefined) delete holder[key]
  else holder[key] = withValueAt(holder[key], rest, put)
  return copy
}

const trap = (): never => {
  throw new Error('trap')
}
const traps = {
  get: trap,
  has: trap,
  ownKeys: trap,
  getPrototypeOf: trap,
  getOwnPropertyDescriptor: trap,
  isExtensible: trap
}

describe('explain, for any codec and value', () => {
  it('gives one issue a field, at places that the codec knows, with what was really received there', () => {
    fc.assert(
      fc.property(cases({ unions: true }), ({ model, value }) => {
        const result = codecOf(model).decode(value)
        fc.pre(E.isLeft(result))
        const issues = explain(result.left, { values: true })
        expect(issues.length).to.be.greaterThan(0)
        expect(new Set(issues.map(({ path }) => JSON.stringify(path))).size).to.equal(issues.length)
        for (const issue of issues) {
          const received = at(value, issue.path)
          expect(issue.received).to.equal(typeName(received.value))
          expect(issue.kind === 'missing').to.equal(received.absent)
          if (issue.kind !== 'unknown_field') expect(modelsAt(model, issue.path).length).to.be.greaterThan(0)
          expect(issue.expected).to.match(/^[^\n]{1,250}$/)
          expect(argumentLine(issue)).to.match(/^- '[^\n]+': [^\n]{5,}$/)
          expect(describeIssue(issue)).not.to.contain('\n')
        }
      }),
      { numRuns }
    )
  })

  it('says nothing false: a type that was expected was not received', () => {
    fc.assert(
      fc.property(cases({ unions: true }), ({ model, value }) => {
        const result = codecOf(model).decode(value)
        fc.pre(E.isLeft(result))
        for (const { expected, received } of explain(result.left))
          expect(expected.split(/, | or | \(/)).not.to.include(received)
      }),
      { numRuns }
    )
  })

  it('names all that must be repaired, and nothing else: with these fields repaired, the codec is content', () => {
    fc.assert(
      fc.property(cases({ unions: false }), ({ model, value }) => {
        const codec = codecOf(model)
        const result = codec.decode(value)
        fc.pre(E.isLeft(result))
        const repaired = explain(result.left).reduce<unknown>((repairing, { path, kind }) => {
          const valid = kind === 'unknown_field' ? undefined : validOf(modelsAt(model, path)[0] as Model)
          return withValueAt(repairing, path, valid)
        }, value)
        expect(codec.decode(repaired)._tag).to.equal('Right')
      }),
      { numRuns }
    )
  })

  it('never throws, whatever the values are', () => {
    // Behind functions, as fast-check itself looks into what it hands out.
    const hostile: fc.Arbitrary<() => unknown> = fc.oneof(
      fc
        .anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withNullPrototype: true,
          withTypedArray: true,
          withSparseArray: true
        })
        .map((value) => () => value),
      fc.constantFrom<Array<() => unknown>>(
        () => new Proxy({}, traps),
        () => new Proxy([], traps),
        () => new Proxy(() => 1, traps),
        () => ({
          get a() {
            return trap()
          }
        }),
        () => Symbol('s'),
        () => Object.create(null)
      )
    )
    const entries = modelArbitrary(2, { unions: true }).chain((model) =>
      fc.tuple(fc.constant(model), fc.constantFrom('', '0', '1', 'a', 'odd key', '\u202e'), hostile)
    )
    const errors = fc.array(
      fc.record({
        value: hostile,
        context: fc.array(entries, { maxLength: 5 }),
        message: fc.constantFrom(undefined, '', 'no\nway')
      }),
      { maxLength: 8 }
    )
    fc.assert(
      fc.property(errors, (list) => {
        const hostileErrors = list.map(({ value, context, message }) => ({
          value: value(),
          context: context.map(([model, key, actual]) => ({ type: codecOf(model), key, actual: actual() })),
          message
        }))
        const issues = explain(hostileErrors as unknown as t.Errors, { values: true })
        expect(issues.length).to.be.at.most(list.length)
        for (const issue of issues)
          expect(`${argumentLine(issue)}${describeIssue(issue)}${issue.message}`).not.to.contain('\n')
      }),
      { numRuns }
    )
  })
})
