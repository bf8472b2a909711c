import { expect } from 'chai'
import { gzipSync } from 'node:zlib'
import * as t from 'io-ts'
import { judge } from '../../../lib/guard/judge.js'
import { expectLeft } from '../../helpers/either.js'

const Order = t.type({ order: t.number })
const told = (answer: string | Uint8Array): string => {
  const { code, detail } = expectLeft(judge({ codec: Order }, answer))
  return `${code}: ${detail}`
}

describe('an answer in another format', () => {
  const formats: ReadonlyArray<readonly [string, string | Uint8Array, RegExp]> = [
    ['XML', '<?xml version="1.0"?><order>1</order>', /: The response is XML, not JSON/],
    ['XML without a declaration', '<order><id>1</id></order>', /: The response is XML, not JSON/],
    [
      'server-sent events',
      'event: order\ndata: {"order":1}\n\n',
      /^not_json: The response is a stream of server-sent events, not JSON/
    ],
    ['CSV', 'order,total\n1,9.50\n2,"1,000"\n', /^not_json: The response is CSV, not JSON/],
    ['JSONP', 'callback({"order":1});', /^not_json: The response is JSONP, not JSON/],
    [
      'an XSSI prefix',
      ')]}\'\n{"order":1}',
      /^leading_data: .*a prefix against script inclusion \(XSSI\) comes before it/
    ],
    ['gzip', gzipSync('{"order":1}'), /^not_text: .* is compressed with gzip, not UTF-8 text/],
    ['UTF-16', Buffer.from('\ufeff{"order":1}', 'utf16le'), /^not_text: .* is UTF-16, not UTF-8 text/],
    ['UTF-16 without a mark', Buffer.from('{"order":1}', 'utf16le'), /^not_text: .* is UTF-16, not UTF-8 text/],
    [
      'UTF-16 without a mark, the high byte first',
      Buffer.from('{"order":1}', 'utf16le').swap16(),
      /^not_text: .* is UTF-16, not UTF-8 text/
    ],
    [
      'MessagePack',
      Uint8Array.of(0x81, 0xa5, 0x6f, 0x72, 0x64, 0x65, 0x72, 0x01),
      /^not_text: .* is MessagePack, not UTF-8 text/
    ]
  ]
  for (const [name, answer, detail] of formats)
    it(`is named: ${name}`, () => {
      expect(told(answer)).to.match(detail)
    })

  it('is not made of prose', () => {
    for (const text of ['Oslo, 4 degrees', 'Rain, wind\nand snow, hail, sun', 'print(x)', 'data is not here', '2 < 3'])
      expect(told(text)).not.to.match(/CSV|JSONP|XML|events/)
  })
})
