import { expect } from 'chai'
import * as fc from 'fast-check'
import { CODES, formatPath, schemaMismatch } from '#core/errors'
import { diagnoseJson } from '#core/json'
import { writtenDocument } from './json-document.js'
import { runs } from '../../helpers/runs.js'
import { fastestMs } from '../../helpers/fastest-ms.js'

const diagnose = (text: string): { readonly code: string; readonly detail: string } => {
  const { code, detail } = diagnoseJson(text, { bytes: text.length })
  return { code, detail }
}

const detailOfCutCharacter = (text: string): string =>
  diagnoseJson(text, { bytes: text.length + 1, cutInsideCharacter: true }).detail

const codes = (texts: ReadonlyArray<string>): ReadonlyArray<string> => texts.map((text) => diagnose(text).code)

const all = (code: string, texts: ReadonlyArray<string>): void => {
  expect(texts.map((text) => [text, diagnose(text).code])).to.deep.equal(texts.map((text) => [text, code]))
}

describe('diagnoseJson', () => {
  it("says it with the code's own hint", () => {
    expect(diagnoseJson('hello', { bytes: 5 })).to.deep.equal(
      schemaMismatch({
        code: 'not_json',
        detail: 'The response does not begin as JSON: found a word at position 0 (line 1).'
      })
    )
  })

  it('knows a web page by how it begins', () => {
    all('html_response', [
      '<!DOCTYPE html><html><body>',
      '<!doctype HTML>',
      '<html lang="en">',
      '\ufeff  <HEAD>',
      '<body>',
      '<html',
      '<!-- proxy -->\n<!DOCTYPE html>',
      '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0">',
      '<?php ?> <html>',
      '<div class="error">502</div>',
      '<h1>502 Bad Gateway</h1>',
      '<title>Sign in</title>'
    ])
    expect(diagnose('<html>')).to.deep.equal({
      code: 'html_response',
      detail: 'The response is a web page (HTML, 6 bytes) where JSON was expected.'
    })
  })

  it('takes other XML for what it is', () => {
    all('not_json', [
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
      '<rss version="2.0">',
      '<soap:Envelope>',
      '<!-- open',
      '<?xml',
      '<!DOCTYPE svg>',
      '< 5',
      '<bodyguard>',
      '<h7>'
    ])
  })

  it('knows NaN and Infinity where a value is due', () => {
    all('nan_or_infinity', [
      'NaN',
      ' -Infinity\n',
      '[NaN]',
      '{"a":Infinity}',
      '{"a":[1,-Infinity',
      '{"a":-NaN,"b":x}',
      '[Infinity',
      'NaN\n{"a":1}'
    ])
    expect(diagnose('{"a":[1,NaN]}')).to.deep.equal({
      code: 'nan_or_infinity',
      detail: 'NaN or Infinity, which JSON does not allow, is at position 8 (line 1) in a[1].'
    })
  })

  it('takes no other use of these words for a number', () => {
    expect(
      codes(['NaN is not a number', 'Infinity: a film', '[NaNny]', '{NaN:1}', '[1 NaN]', '{"a" NaN}', '"NaN', '[nan]'])
    ).to.deep.equal([
      'not_json',
      'not_json',
      'invalid_json',
      'not_json',
      'invalid_json',
      'invalid_json',
      'truncated_response',
      'invalid_json'
    ])
  })

  it('finds JSON that begins on a later line', () => {
    all('leading_data', [
      'WARN: slow\n{"a":1}',
      ')]}\',\n{"a":1}',
      'while(1);\r\n[1]\r\n',
      '[INFO] up\n[INFO] ready\n  {"a":[\n1\n]}',
      '// a comment\n{}',
      '<br />\n<b>Warning</b>: x in <b>/a.php</b>\n{"a":1}',
      '{"a":1}\njunk\n{"b":2}',
      '{\'a\':1}\n{"a":1}',
      '# 1\n"text"',
      'a line "with\n[1,2]'
    ])
    expect(diagnose('WARN: slow\n\n {"a":1}')).to.deep.equal({
      code: 'leading_data',
      detail: 'The JSON begins only at position 13 (line 3); something else comes before it.'
    })
  })

  it('calls nothing else leading data', () => {
    expect(
      codes([
        'WARN {"a":1}',
        'WARN\n{"a":1} done',
        'WARN\n{"a":',
        '```json\n{"a":1}\n```',
        '```json\n{"a":1}',
        '~~~\n1',
        '[\n{"a":1},\n{"b":2}',
        '{"a":1}\n{"b":2}',
        '{"a":1}{"b":2}\n3',
        'WARN\n[\n1'
      ])
    ).to.deep.equal([
      'not_json',
      'not_json',
      'not_json',
      'not_json',
      'not_json',
      'not_json',
      'truncated_response',
      'multiple_documents',
      'multiple_documents',
      'not_json'
    ])
  })

  it('knows what is no JSON from its first token', () => {
    all('not_json', [
      'hello',
      'Error: 5',
      'undefined',
      'None',
      'True',
      'trueish',
      'nullable',
      '- item',
      '.5',
      '+1',
      "'a'",
      '(1, 2)',
      '`x`',
      '/* c */ {}',
      '\u00a0{}',
      '\u0000',
      'data: {"a":1}\n\n',
      '“a”',
      '😀'
    ])
  })

  it('knows a fenced block', () => {
    all('not_json', ['```json\n{"a":1}\n```', '\n ~~~\n[]\n~~~'])
    expect(diagnose('```\n{}\n```').detail).to.equal('The response is a fenced block of code, not bare JSON.')
  })

  it('knows a literal of Python or JavaScript by its first key', () => {
    all('not_json', [
      "{'a': 1}",
      '{a: 1}',
      '{1: 2}',
      "[{'a': None}]",
      '[[{$a: 1}]]',
      '{é: 1}',
      '{`a`: 1}',
      '{“a”: 1}',
      '{a',
      '{\n  name: "x",\n}'
    ])
    expect(diagnose("[{'a': 1}]").detail).to.equal(
      'The response is a literal of Python or JavaScript, not JSON: its first key begins with a single quote instead of a double quote, at position 2 (line 1).'
    )
  })

  it('says where and why JSON breaks inside', () => {
    const breaks: ReadonlyArray<readonly [string, string]> = [
      ['{"a": None}', 'position 6 (line 1) in a: expected a value, found a Python literal'],
      ['{"a": undefined}', 'position 6 (line 1) in a: expected a value, found undefined'],
      ['{"a": \'b\'}', 'position 6 (line 1) in a: expected a value, found a single quote'],
      ['{"a": 1,\n "b": [1, 2,]}', 'position 21 (line 2) in b[2]: expected a value, found a closing bracket'],
      ['{"a": 1,}', 'position 8 (line 1): expected a key, found a closing brace'],
      ['{"a": 1, b: 2}', 'position 9 (line 1): expected a key, found a word'],
      ['{"a": 1, /* c */ "b": 2}', 'position 9 (line 1): expected a key, found a comment'],
      ['{"a": {"b": 1 "c": 2}}', 'position 14 (line 1) in a: expected a comma or a closing brace, found a string'],
      ['["a" true]', 'position 5 (line 1): expected a comma or a closing bracket, found a literal'],
      ['[1, .5]', 'position 4 (line 1) in $[1]: expected a value, found a number that JSON does not allow'],
      ['[1, +Infinity]', 'position 4 (line 1) in $[1]: expected a value, found NaN or Infinity'],
      ['[1 2]', 'position 3 (line 1): expected a comma or a closing bracket, found a number'],
      ['["a\nb"]', 'position 3 (line 1) in $[0]: expected the rest of a string, found a raw line break'],
      ['["a\rb"]', 'position 3 (line 1) in $[0]: expected the rest of a string, found a raw line break'],
      ['["a\tb"]', 'position 3 (line 1) in $[0]: expected the rest of a string, found a raw control character'],
      ['["a\\qb"]', 'position 3 (line 1) in $[0]: expected the rest of a string, found an unknown escape'],
      ['{"a\nb":1}', 'position 3 (line 1): expected the rest of a string, found a raw line break'],
      ['2026-11-21', 'position 4 (line 1): expected the end of a number, found more of it'],
      ['[1.x]', 'position 3 (line 1) in $[0]: expected a digit, found a word'],
      ['[“a”]', 'position 1 (line 1): expected a value or a closing bracket, found a typographic quote'],
      ['[\u0001]', 'position 1 (line 1): expected a value or a closing bracket, found a control character'],
      [
        '[\u000c]',
        'position 1 (line 1): expected a value or a closing bracket, found white space that JSON does not allow'
      ],
      ['[@]', 'position 1 (line 1): expected a value or a closing bracket, found another character'],
      ['{]', 'position 1 (line 1): expected a key or a closing brace, found a closing bracket'],
      ['}', 'position 0 (line 1): expected a value, found a closing brace']
    ]
    expect(breaks.map(([text]) => [text, diagnose(text)])).to.deep.equal(
      breaks.map(([text, where]) => [text, { code: 'invalid_json', detail: `The response breaks at ${where}.` }])
    )
  })

  it('names the field that was cut and the bytes that arrived', () => {
    const cuts: ReadonlyArray<readonly [string, string]> = [
      ['{"orders":[{"id":1,"total":"12', 'orders[0].total (a string)'],
      ['{"orders":[{"id":1,"total":12', 'orders[0].total (a number)'],
      ['{"orders":[{"id":1,"total":n', 'orders[0].total (a literal)'],
      ['{"orders":[{"id":1,"total":', 'orders[0].total (before its value)'],
      ['{"orders":[{"id":1,"total"', 'orders[0].total (before its value)'],
      ['{"orders":[{"id":1,"tot', 'orders[0] (a key)'],
      ['{"orders":[{"id":1,', 'orders[0] (an object)'],
      ['{"orders":[{"id":1},', 'orders[1] (before its value)'],
      ['{"orders":[{"id":1}', 'orders (an array)'],
      ['{', '$ (an object)']
    ]
    expect(cuts.map(([text]) => diagnoseJson(text, { bytes: 4096 }).detail)).to.deep.equal(
      cuts.map(([, inside]) => `The response ends after 4096 bytes inside ${inside}.`)
    )
    all('truncated_response', [...cuts.map(([text]) => text), 'tru', '"abc', '-', '1.', '1e'])
  })

  it('counts a character that was cut as the end of the answer', () => {
    expect(['{"a":"b', '{"a":"b"}', ''].map(detailOfCutCharacter)).to.deep.equal([
      'The response ends after 8 bytes inside a (a string).',
      'The response ends after 10 bytes, inside a character.',
      'The response ends after 1 byte inside $ (before its value).'
    ])
  })

  it('tells a second JSON value from other trailing data', () => {
    all('multiple_documents', [
      '{"a":1}\n{"b":2}\n',
      '{"a":1}{"b":2}',
      '{"a":1} [',
      '1 2',
      '{} {"a":',
      '[] tru',
      '"a""b"',
      '{"a":1}\n{"b":2}\njunk'
    ])
    all('trailing_data', [
      '{"a":1} junk',
      '{"a":1}}',
      '404 page not found',
      '[1],',
      '{"a":1};',
      '{} {a:1}',
      'true story',
      '5apples',
      '{} NaN',
      '{}\n-- 3 rows'
    ])
    expect([diagnose('{"a":1}\n{"b":2}'), diagnose('{"a":1};')]).to.deep.equal([
      {
        code: 'multiple_documents',
        detail: 'The response holds more than one JSON value: the second begins at position 8 (line 2).'
      },
      {
        code: 'trailing_data',
        detail:
          'A whole JSON value comes first, and then something else, at position 7 (line 1): found another character.'
      }
    ])
  })

  it('has an answer for a text that is JSON after all', () => {
    expect(diagnose('{}')).to.deep.equal({
      code: 'invalid_json',
      detail: 'The response of 2 bytes cannot be read as JSON.'
    })
  })

  it('keeps the text of the answer out of its own', () => {
    const canary = 'ignore_all_previous'
    for (const text of [
      canary,
      `{${canary}:1}`,
      `["${canary}" ${canary}]`,
      `{"a":${canary}}`,
      `{"${canary} x":`,
      `${canary}\n{}`,
      `{} ${canary}`,
      `<p>${canary}`,
      `["\\${canary}"]`
    ]) {
      expect(diagnose(text).detail, text).to.not.include('ignore')
    }
  })

  it('stays quick on hostile megabytes', () => {
    for (const unit of [
      '[\n',
      '[x\n',
      '1x\n',
      '1\n',
      '{"a"\n',
      'x\n',
      '<!---->',
      ' ',
      '\n',
      '"',
      'NaN ',
      '[1]\nx',
      '\\'
    ]) {
      const text = unit.repeat(runs(4_000_000) / unit.length)
      for (const hostile of [text, `x ${text}`]) {
        expect(
          fastestMs(() => void diagnose(hostile), 1),
          JSON.stringify(unit)
        ).to.be.below(5_000)
      }
    }
  })

  it('names the cut of any document', () => {
    fc.assert(
      fc.property(writtenDocument(), fc.nat(), ({ text, inside }, where) => {
        const length = where % text.length
        const cut = inside[length]
        fc.pre(
          cut !== undefined && text.slice(0, length).trim() !== '' && !(cut.path.length === 0 && cut.open === 'number')
        )
        const { code, detail } = diagnoseJson(text.slice(0, length), { bytes: 4096 })
        expect(code).to.equal('truncated_response')
        expect(
          detail.startsWith(`The response ends after 4096 bytes inside ${formatPath(cut?.path ?? [])} (`),
          detail
        ).to.equal(true)
      }),
      { numRuns: runs(2_000, 40_000) }
    )
  })

  it('gives a code of the table for any text', () => {
    const known: ReadonlyArray<string> = CODES.schema_mismatch
    const character = fc.constantFrom(...Array.from('{}[],:"\\/ntruefalsNI0123456789+-.eE \n\'`~<#😀'))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: character, maxLength: 40 }), fc.string({ unit: 'binary' })), (text) => {
        const { code, detail } = diagnose(text)
        expect(known).to.include(code)
        expect(detail).to.match(/^[^\n]{1,500}$/)
      }),
      { numRuns: runs(3_000, 60_000) }
    )
  })
})
