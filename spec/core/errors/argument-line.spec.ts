import { expect } from 'chai'
import { type Issue, argumentLine } from '#core/errors'

const issue = (fields: Partial<Issue>): Issue => ({
  path: ['field'],
  kind: 'type',
  expected: 'string',
  received: 'number',
  message: "the codec's own message",
  ...fields
})

describe('argumentLine', () => {
  const cases: ReadonlyArray<readonly [string, Partial<Issue>, string]> = [
    [
      'a missing field',
      { kind: 'missing', path: ['title'], received: 'undefined' },
      "- 'title': required field is missing — provide a value"
    ],
    ['what is no string', { path: ['title'], received: 'array', shown: '[]' }, "- 'title': expected string, got array"],
    [
      'what is no string, whatever else is asked of it',
      { expected: 'string (at least 1 character)' },
      "- 'field': expected string, got number"
    ],
    [
      'what is no integer',
      { path: ['qty'], expected: 'integer', received: 'string', shown: '"two"' },
      "- 'qty': expected integer, got 'two'"
    ],
    [
      'a number that is no integer',
      { kind: 'format', path: ['qty'], expected: 'integer', shown: '1.5' },
      "- 'qty': expected integer, got 1.5"
    ],
    [
      'what is no integer of some kind',
      { expected: 'integer (Positive)', received: 'null', shown: 'null' },
      "- 'field': expected integer, got null"
    ],
    [
      'an integer whose value is not shown',
      { expected: 'integer', received: 'string' },
      "- 'field': expected integer, got string"
    ],
    [
      'what is no ISO date',
      { kind: 'format', path: ['due'], expected: 'ISO datetime', received: 'string', shown: '"tomorrow"' },
      "- 'due': expected ISO datetime (e.g. '2026-05-03T00:00:00'), got 'tomorrow'"
    ],
    [
      'what is no array',
      { path: ['tags'], expected: 'array', received: 'string', shown: '"a,b"' },
      "- 'tags': expected list/array, got string"
    ],
    [
      'an unknown key',
      { kind: 'unknown_field', path: ['prio'], expected: 'no such field' },
      "- 'prio': unknown field — remove it"
    ],
    [
      'anything else',
      { kind: 'constraint', path: ['age'], message: 'must be at least 18' },
      "- 'age': must be at least 18"
    ],
    [
      "a type with the codec's own words",
      { kind: 'constraint', expected: 'string' },
      "- 'field': the codec's own message"
    ],
    [
      'one of several types',
      { expected: 'string or null', message: 'expected string or null, got 5' },
      "- 'field': expected string or null, got 5"
    ],
    ['the root', { path: [], received: 'array' }, "- '<root>': expected string, got array"],
    ['a nested field', { path: ['items', 0, 'qty'] }, "- 'items.0.qty': expected string, got number"]
  ]
  for (const [what, fields, line] of cases) {
    it(`names ${what}`, () => {
      expect(argumentLine(issue(fields))).to.equal(line)
    })
  }

  it('never says that a string was expected and a string was got', () => {
    expect(
      argumentLine(issue({ kind: 'format', received: 'string', message: 'expected at least 1 character' }))
    ).to.equal("- 'field': expected at least 1 character")
    expect(argumentLine(issue({ kind: 'format', expected: 'array', received: 'array', message: 'm' }))).to.equal(
      "- 'field': m"
    )
  })

  it('is one line whatever the keys are', () => {
    expect(argumentLine(issue({ path: ["it's\n- 'x'", '\u202e', 'k'.repeat(100)] }))).to.equal(
      `- 'it\\'s - \\'x\\'..${'k'.repeat(59)}…': expected string, got number`
    )
  })

  it('is bounded', () => {
    const line = argumentLine(
      issue({
        path: Array.from({ length: 10_000 }, () => 'k'.repeat(50)),
        kind: 'constraint',
        message: 'm'.repeat(10_000)
      })
    )
    expect(line.length).to.equal(400)
  })
})
