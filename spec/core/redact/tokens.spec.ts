import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import {
  TOKENS_BY_FORM,
  TOKENS_BY_SIGN,
  findPublishedTokens,
  variantsOf,
  publishedForms,
  redactText
} from '#core/redact'
import { randomOf } from '../../helpers/random.js'
import { sampleOf } from './token-samples.js'

const BY_SIGN = variantsOf(TOKENS_BY_SIGN)
const LINES = [...BY_SIGN, ...variantsOf(TOKENS_BY_FORM)]

const sourceOf = (name: string): string =>
  readFileSync(new URL(`../../../../lib/core/redact/${name}.ts`, import.meta.url), 'utf8')

/** What is seen of a text without the tokens that are found in it. */
const without = (text: string): string =>
  findPublishedTokens(text)
    .toReversed()
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}…${rest.slice(end)}`, text)

const DRAWS = 4

describe('the tables of published tokens', () => {
  it('list each form once, with the vendor and where the fact comes from', () => {
    expect(LINES.length).to.be.above(180)
    expect(new Set(LINES).size).to.equal(LINES.length)
    for (const name of ['tokens-by-sign', 'tokens-by-form']) {
      const lines = sourceOf(name)
        .split('\n')
        .filter((line) => line.startsWith("  '"))
      expect(lines.filter((line) => !/^ {2}'[^']+',? \/\/ [^·]+ · [GTNMIV](?: [GTNMIV])*$/.test(line))).to.deep.equal(
        []
      )
      expect(lines.length).to.equal((name === 'tokens-by-sign' ? TOKENS_BY_SIGN : TOKENS_BY_FORM).length)
    }
  })

  it('name no alphabet that is not known, and no sign shorter than two characters', () => {
    for (const line of LINES) expect(sampleOf(line, randomOf(line)), line).not.to.match(/[{}]/)
    for (const { line, sign } of publishedForms()) expect(sign.length, line).to.be.above(1)
    for (const { line, sign } of publishedForms().slice(0, BY_SIGN.length))
      expect(sign, line).to.match(/^(?=.*[\W_\d]).{4}/)
  })

  const around: ReadonlyArray<readonly [string, string]> = [
    ['', ''],
    ['"', '"'],
    ["('", "',)"],
    ['x=', ' y'],
    ['at ', '.\nNext'],
    ['line\\t', '\\t'],
    ['a%3D', '&b=1'],
    ['<td>', '</td>'],
    ['https://h/v1/', '?page=2']
  ]
  for (const [before, after] of around)
    it(`are found in ${JSON.stringify(`${before}…${after}`)}, from beginning to end`, () => {
      for (const line of LINES) {
        const random = randomOf(line)
        for (let draw = 0; draw < DRAWS; draw++) {
          const token = sampleOf(line, random)
          expect(without(`${before}${token}${after}`), `${line}: ${token}`).to.equal(`${before}…${after}`)
        }
      }
    })

  it('miss one of a hundred at most, and only of forms whose bodies may look like words', () => {
    const missed = LINES.flatMap((line) => {
      const random = randomOf(line)
      const misses = Array.from({ length: 500 }, () => without(sampleOf(line, random))).filter((rest) => rest !== '…')
      return misses.length === 0 ? [] : [[line, misses.length]]
    })
    expect(missed).to.deep.equal([
      ['cli_{A16}', 4],
      ['API-{U26-34}', 1],
      ['u+{w18}', 2]
    ])
  })

  it('know a form by its beginning where a token was cut, or is longer than it was', () => {
    for (const line of BY_SIGN) {
      const sign = line.replace(/\{.*/s, '')
      const body = sampleOf('{A64}', randomOf(line))
      expect(without(`is ${sign}${body.slice(0, 20)}`), line).to.equal('is …')
      expect(without(`is ${sign}${body} now`), line).to.equal('is … now')
    }
  })

  it('know the others by all of it alone', () => {
    for (const { line, before } of publishedForms().slice(BY_SIGN.length)) {
      const token = sampleOf(line, randomOf(line))
      const [first] = findPublishedTokens(`a${token}`)
      if (before === 0) expect(first?.start, line).not.to.equal(1)
    }
  })

  it('leave words that begin like a token', () => {
    const words = [
      'npm_config_registry_of_the_whole_team',
      'npm_package_dependencies_react18_dom',
      'sk-learn-contrib-imbalanced-0.12',
      'live_stream_of_the_conference_in_berlin_24',
      'test_that_it_leaks_nothing_of_all_this_01',
      'api_key_of_the_service_account_number_12_in_the_list',
      'secret_manager_version_that_was_read_last_by_1',
      'key-value-store-with-many-entries-2',
      'pat_tern_matching_in_many_languages_2',
      'figma_design_tokens_for_all_buttons_1',
      'glft-and-other-words-with-dashes-in-them',
      's.DescribeWafv3DefenseRule',
      'SKU0123456789',
      '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'v1.0-beta',
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'A3-B4-C5-D6-E7-F8 00:1A:2B:3C:4D:5E 1000.50.25 pk.example.com re_match_all'
    ]
    for (const text of words) {
      expect(without(text)).to.equal(text)
      expect(redactText(text)).to.equal(text)
    }
  })
})
