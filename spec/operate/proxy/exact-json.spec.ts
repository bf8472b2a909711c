import { expect } from 'chai'
import fc from 'fast-check'
import { canonicalJson } from '#core/json'
import { exactData, exactRequest, exactText } from '../../../lib/operate/proxy/exact-json.js'

const exactly = (args: string): string | undefined =>
  canonicalJson(
    exactRequest(Buffer.from(`{"method":"tools/call","params":{"name":"pay", "arguments" : ${args} }}\n`)).args
  )

const nested = (depth: number, inside: string): string => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`

describe('the arguments of a call, as exactRequest reads them,', () => {
  it('are those that JSON.parse gives, where nothing is lost', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('__proto__'))
        expect(exactly(text)).to.equal(canonicalJson(JSON.parse(text)))
        expect(exactly(JSON.stringify(value, undefined, 2))).to.equal(exactly(text))
      })
    )
    expect(exactRequest(Buffer.from('{"params":{}}')).args).to.equal(undefined)
  })

  it('tell apart what a parsed value does not', () => {
    for (const [one, other] of [
      ['9007199254740992', '9007199254740993'],
      ['{"to":-9007199254740992}', '{"to":-9007199254740993}'],
      ['1e400', '2e400'],
      ['1e400', 'null'],
      ['1e-400', '0'],
      ['9007199254740993', '"9007199254740993"'],
      ['0.1', '0.10000000000000000001'],
      [`1${'0'.repeat(2_000)}1`, `1${'0'.repeat(2_000)}2`],
      ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
      ['{"__proto__":{"a":1}}', '{}'],
      ['{"\\u005f_proto__":1}', '{"\\u005f_proto__":2}'],
      ['{"a":1,"a":3}', '{"a":2,"a":3}'],
      ['{"a":1,"a":3}', '{"a":3}'],
      [nested(99, '1'), nested(99, '2')],
      [nested(600, '1'), nested(600, '2')],
      [nested(100_000, '"]1"'), nested(100_000, '"]2"')],
      [nested(700, '{"a":{"b":1}}'), nested(700, '{"a":{"b":2}}')]
    ] as const) {
      expect(exactly(one), `${one.slice(0, 60)} ${other.slice(0, 60)}`).not.to.equal(exactly(other))
      expect(exactly(one)).to.equal(exactly(one))
    }
  })

  it('hold a number alike however it is written', () => {
    for (const same of [
      ['1', '1.0', '10e-1', '0.1E+1'],
      ['0', '-0', '0.000', '0e99'],
      ['9007199254740993', '9007199254740993.0', '9007199254740993000e-3'],
      ['0.5', '5e-1', '0.50'],
      ['1e400', '10e399']
    ])
      expect(new Set(same.map(exactly)).size, same.join(' ')).to.equal(1)
  })
})

describe('exactText', () => {
  const again = (text: string, indent?: number): string | undefined => exactText(exactData(text), indent)

  it('writes what was read, with the digits of each number', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        expect(again(text)).to.equal(text)
        const among = `[12345678901234567890,${text}]`
        expect(again(among)).to.equal(among)
      })
    )
    for (const text of [
      '{"order":9007199254740993,"over":1e400,"under":-1e-400,"long":0.1000000000000000055511,"a b":[1.5,-9007199254740993]}',
      '{"n":9007199254740993,"__proto__":{"a":"\\"\\\\"}}',
      `{"n":9007199254740993,"deep":${nested(200, '"\\"\\\\",{"n":1e400}')}}`,
      '9007199254740993'
    ])
      expect(again(text)).to.equal(text)
    expect(again('{"n":9007199254740993}', 2)).to.equal('{\n  "n": 9007199254740993\n}')
    expect(again('{"n":9007199254740993,"k":1,"k":2}')).to.equal('{"n":9007199254740993,"k":2}')
  })
})
