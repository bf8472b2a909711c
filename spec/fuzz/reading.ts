/** Fuzzes what reads an answer: bytes, text, JSON, its diagnosis, and what is salvaged of it. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { isDeepStrictEqual } from 'node:util'
import { CODE_HINTS, ToolError } from '#core/errors'
import { decodeUtf8, parseJsonText, wholeElements } from '#core/json'
import { judge } from '../../lib/guard/judge.js'
import { bytesOf, inputOf, type Target } from './target.js'

const attempt = <A>(work: () => A): E.Either<unknown, A> => {
  try {
    return E.right(work())
  } catch (thrown) {
    return E.left(thrown)
  }
}

const withoutProto = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutProto)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, inner]) => [key, withoutProto(inner)])
  )
}

const same = (actual: unknown, expected: unknown, what: string): void => {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, what).to.deep.equal(expected)
}

const wellFormed = (error: ToolError): void => {
  expect(ToolError.is(error)).to.equal(true)
  expect(
    CODE_HINTS.has(error.code) || error.code === 'schema_violation' || error.code === 'unsafe_integer',
    error.code
  ).to.equal(true)
  expect(error.detail).to.match(/^[^\r\n\u2028\u2029]{1,500}$/u)
}

const Orders = t.type({ orders: t.array(t.union([t.number, t.string, t.type({ id: t.number })])) })

// What is cut inside its root is a cut, and nothing that was not whole is taken for whole.
const cuts = (text: string, value: object): void => {
  const start = text.search(/[[{]/)
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
  for (let at = start + 1; at <= end; at += 1 + Math.floor((end - start) / 24)) {
    const cut = text.slice(0, at)
    const read = parseJsonText(cut, { bytes: cut.length })
    expect(E.isLeft(read) && read.left.code, JSON.stringify(cut)).to.equal('truncated_response')
    if (!Array.isArray(value)) continue
    const whole = wholeElements(cut, [])
    same(whole, withoutProto(value.slice(0, whole?.length)), cut)
  }
}

const run = (input: string): void => {
  const bytes = bytesOf(input)
  const decoded = decodeUtf8(bytes)
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (E.isRight(text)) same(decoded, E.right({ text: text.right, cutInsideCharacter: false }), 'decodeUtf8')
  for (const codec of [t.unknown, Orders]) {
    const judged = judge<unknown>({ codec, ...(codec === Orders ? { salvage: 'orders' } : {}) }, bytes)
    if (E.isLeft(judged)) wellFormed(judged.left)
  }
  if (E.isLeft(decoded)) return wellFormed(decoded.left)
  const read = parseJsonText(decoded.right.text, {
    bytes: bytes.length,
    cutInsideCharacter: decoded.right.cutInsideCharacter
  })
  const expected = decoded.right.cutInsideCharacter
    ? E.left(undefined)
    : attempt<unknown>(() => JSON.parse(decoded.right.text))
  if (E.isLeft(read)) {
    wellFormed(read.left)
    if (E.isRight(expected)) expect(read.left.code).to.equal('too_deep')
    return
  }
  expect(E.isRight(expected), 'what JSON.parse refuses').to.equal(true)
  if (E.isLeft(expected)) return
  same(read.right.value, withoutProto(expected.right), 'parseJsonText')
  if (typeof expected.right === 'object' && expected.right !== null) cuts(decoded.right.text, expected.right)
}

export const reading: Target = {
  name: 'reading',
  seeds: [
    '{"orders":[{"id":1,"total":12.5},{"id":2}],"next":null}',
    '[1,-0,1e400,"\\ud83d\\ude00",true,false,null]',
    '<!DOCTYPE html><html>',
    "{'a': None}",
    'warning: slow\n{"a":1}',
    '{"a":NaN}',
    '```json\n{}\n```',
    '{"a":1}{"b":2}',
    '"{\\"a\\":1}"',
    '{"id":9007199254740993}',
    '\u00ef\u00bb\u00bf[]',
    inputOf('["größe 😀"]'),
    ''
  ],
  tokens: [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u',
    '\\ud83d',
    '\\udc00',
    'd83d',
    'null',
    'true',
    'false',
    'nul',
    'NaN',
    '-Infinity',
    'undefined',
    'None',
    '1',
    '-',
    '0',
    '.',
    'e',
    'E+',
    '1e400',
    '9007199254740993',
    '"__proto__":',
    '"orders":[',
    '"id":',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '\u00ef\u00bb\u00bf',
    '\u00c3',
    '\u00a9',
    '\u00f0\u009f\u0098\u0080',
    '\u00ff',
    '<html>',
    '<!doctype',
    '<b>',
    '```',
    '~~~',
    "'",
    '//',
    ")]}'\n",
    '[[[[[[[[[[[[[[[[',
    '{"a":{"a":{"a":',
    ']]]]]]]]'
  ],
  run
}
