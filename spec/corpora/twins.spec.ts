/**
 * Rows of our own: what a rule finds, and beside it what differs by one thing and is not that. They hold each rule at
 * its limit.
 */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { readFileSync } from 'node:fs'
import { isFields } from '#core/foreign'
import { errorEnvelope, judge, type ToolError } from '../../lib/index.js'
import { CODES, NOTHING } from './failures.js'
import { addressOf, namesOf, told as toldBy, type Listing } from './pages.js'
import { redact } from './secrets.js'

const groupsIn = <A extends { readonly rule: string }>(file: string): ReadonlyArray<readonly [string, Array<A>]> => {
  const text = readFileSync(new URL(`../../../spec/corpus/twins/${file}`, import.meta.url), 'utf8')
  const groups = new Map<string, Array<A>>()
  for (const line of text.trim().split('\n')) {
    const row = JSON.parse(line) as A
    groups.set(row.rule, [...(groups.get(row.rule) ?? []), row])
  }
  return [...groups]
}

// Refuses a body, but knows what its arrays are made of.
const refusing = (body: unknown): t.Decoder<unknown, unknown> =>
  isFields(body) ? t.intersection([shapeOf(body), t.type({ missing: t.string })]) : NOTHING

const shapeOf = (value: unknown): t.Mixed => {
  if (Array.isArray(value)) return t.array(t.unknown)
  return isFields(value)
    ? t.type(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)])))
    : t.unknown
}

describe('a failure and its twin', () => {
  /** The code, the detail with the words of the tool, and the rows beside it; null for data. */
  type Told = readonly [string, string, ...ReadonlyArray<unknown>] | null

  interface Twin {
    readonly rule: string
    readonly body: unknown
    readonly told: Told
    /** By `errorEnvelope()` where the codec accepts the body. @default as where it refuses it */
    readonly accepted?: Told
  }

  const toldIn = (result: E.Either<ToolError, unknown>): Told => {
    if (E.isRight(result) || !CODES.has(result.left.code)) return null
    const { code, error_class, detail, data } = result.left
    return error_class === 'partial_data' && code === 'error_in_body' ? [code, detail, data ?? null] : [code, detail]
  }

  for (const [rule, rows] of groupsIn<Twin>('failures.jsonl')) {
    it(rule, () => {
      const found = rows.map((row) => ({ ...row, told: toldIn(judge({ codec: refusing(row.body) }, row.body)) }))
      expect(found).to.deep.equal(rows)
    })

    it(`${rule}, where the codec accepts it`, () => {
      const checks = [errorEnvelope()]
      const unquoted = (told: Told): unknown => told && [told[0], told[1].replace(/ The tool says: .*$/s, '')]
      const found = rows.map(({ body }) => unquoted(toldIn(judge({ codec: t.unknown, checks }, body))))
      const due = rows.map(({ told, accepted }) => unquoted(accepted === undefined ? told : accepted))
      expect(found).to.deep.equal(due)
    })
  }
})

describe('a page and its twin', () => {
  type Twin = Pick<Listing, 'args' | 'more' | 'headers' | 'path' | 'body'> & {
    readonly rule: string
    /** The code, and the arguments of the next call; null for a whole response. */
    readonly told: readonly [string, unknown] | null
  }

  const toldOf = async (twin: Twin): Promise<Twin['told']> => {
    const error = await toldBy(twin, addressOf(twin).href, twin.args ?? {}, namesOf(twin))
    return error === undefined ? null : [error.code, error.next?.args ?? null]
  }

  for (const [rule, rows] of groupsIn<Twin>('pages.jsonl'))
    it(rule, async () => {
      const found = await Promise.all(rows.map(async (row) => ({ ...row, told: await toldOf(row) })))
      expect(found).to.deep.equal(rows)
    })
})

describe('a secret and its twin', () => {
  interface Twin {
    readonly rule: string
    readonly given: string | object
    readonly redacted: string | object
  }

  for (const [rule, rows] of groupsIn<Twin>('secrets.jsonl'))
    it(rule, () => {
      expect(rows.map((row) => ({ ...row, redacted: redact(row.given) }))).to.deep.equal(rows)
    })
})
