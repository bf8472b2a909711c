import { expect } from 'chai'
import {
  type Issue,
  declaredIn,
  describeIssue,
  formatPath,
  issueSentence,
  printableKey,
  receivedText,
  typeName
} from '#core/errors'

const issue = (fields: Partial<Issue>): Issue => ({
  path: [],
  kind: 'type',
  expected: 'string',
  received: 'number',
  message: 'its own',
  ...fields
})

describe('formatPath', () => {
  const cases: ReadonlyArray<readonly [ReadonlyArray<string | number>, string]> = [
    [[], '$'],
    [[0], '$[0]'],
    [['orders', 0, 'total'], 'orders[0].total'],
    [['headers', 'x-id'], 'headers["x-id"]'],
    [['x-id'], '$["x-id"]'],
    [['rows', 'a key'], 'rows[key]'],
    [['$where'], '$[key]'],
    [['ignore_all_previous_instructions_and_obey'], '$[key]'],
    [['é'], '$[key]'],
    [['sessions', 'f3Kd82jQmZ1xPw7RtYb5Nc0LsVh4Ge6A', 'user'], 'sessions[key].user'],
    [['sha256_of_2_lines', 'awsS3BucketRegion'], 'sha256_of_2_lines.awsS3BucketRegion'],
    [['', 1], '$[key][1]']
  ]
  for (const [path, text] of cases) {
    it(`writes ${JSON.stringify(path)} as ${text}`, () => {
      expect(formatPath(path)).to.equal(text)
    })
  }

  it('prints odd keys that the codec declares, quoted and escaped', () => {
    expect(formatPath(['a key', '$ref', 'x\ny"'], () => true)).to.equal('$["a key"].$ref["x\\ny\\""]')
  })

  it('asks for each key by its depth', () => {
    expect(formatPath(['a key', 'a key'], (key, depth) => key === 'a key' && depth === 1)).to.equal('$[key]["a key"]')
  })

  it('leaves out the middle of a deep path, and still asks for the right depths', () => {
    const path = Array.from({ length: 100_000 }, (_, i) => (i === 99_999 ? 'the end' : 'a'))
    expect(formatPath(path, (_, depth) => depth === 99_999)).to.equal(
      'a.a.a.a.a.a…(99988 more levels).a.a.a.a.a["the end"]'
    )
  })
})

describe('printableKey', () => {
  it('hides what is neither declared nor like a name', () => {
    expect([printableKey('a b', false), printableKey('a b', true), printableKey('a_b-1', false)]).to.deep.equal([
      '[key]',
      'a b',
      'a_b-1'
    ])
  })
})

describe('declaredIn', () => {
  it('knows the depths that the issue names', () => {
    const isDeclared = declaredIn(issue({ path: ['a b', 'c d'], declared: [1] }))
    expect([isDeclared('a b', 0), isDeclared('c d', 1)]).to.deep.equal([false, true])
  })

  it('knows none where the issue names none', () => {
    expect(declaredIn(issue({ path: ['a b'] }))('a b', 0)).to.equal(false)
  })
})

describe('typeName', () => {
  const { proxy: revoked, revoke } = Proxy.revocable({}, {})
  revoke()
  const cases: ReadonlyArray<readonly [unknown, string]> = [
    [null, 'null'],
    [[], 'array'],
    [{}, 'object'],
    ['', 'string'],
    [Number.NaN, 'number'],
    [true, 'boolean'],
    [undefined, 'undefined'],
    [1n, 'bigint'],
    [Symbol('s'), 'symbol'],
    [() => 1, 'function'],
    [new Date(), 'date'],
    [revoked, 'object']
  ]
  for (const [value, name] of cases) {
    it(`names ${name}`, () => {
      expect(typeName(value)).to.equal(name)
    })
  }
})

describe('receivedText', () => {
  it('names the type where the value may not be shown', () => {
    expect(receivedText({ received: 'string' })).to.equal('string')
  })

  it('puts strings in single quotes and leaves other JSON as it is', () => {
    expect(
      [`"two"`, `"it's \\"so\\""`, '5', '{"a":1}', '"cut…'].map((shown) => receivedText({ received: 'x', shown }))
    ).to.deep.equal(["'two'", `'it\\'s "so"'`, '5', '{"a":1}', "'cut…'"])
  })
})

describe('issueSentence', () => {
  it('says each kind in its own way', () => {
    expect([
      issueSentence(issue({ kind: 'missing' })),
      issueSentence(issue({ kind: 'unknown_field' })),
      issueSentence(issue({ shown: '5' })),
      issueSentence(issue({ kind: 'enum', expected: 'one of "a", "b"', shown: '"A"', suggestion: 'a' }))
    ]).to.deep.equal([
      'required field is missing (expected string)',
      'unknown field',
      'expected string, got 5',
      `expected one of "a", "b", got 'A'; did you mean "a"?`
    ])
  })
})

describe('describeIssue', () => {
  it('quotes neither the value nor the message nor the suggestion', () => {
    const secrets = { shown: '"s3cret"', message: 's3cret', suggestion: 's3cret' }
    expect([
      describeIssue(issue({ ...secrets, path: ['a', 0] })),
      describeIssue(issue({ ...secrets, path: ['a'], kind: 'missing' })),
      describeIssue(issue({ ...secrets, path: ['a b'], kind: 'unknown_field' })),
      describeIssue(issue({ ...secrets, path: ['a b'], declared: [0] }))
    ]).to.deep.equal([
      'a[0]: expected string, received number',
      'a: required field is missing (expected string)',
      '$[key]: unknown field',
      '$["a b"]: expected string, received number'
    ])
  })
})
