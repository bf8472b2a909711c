import { expect } from 'chai'
import fc from 'fast-check'
import { fromJsonSchema } from '../../../lib/codec/json-schema/index.js'
import { runsOnce } from '#core/calls'
import { Catalog, declaredOf, proxyPolicyOf } from '../../../lib/operate/proxy/policy.js'
import { DEFAULTS, type ProxySettings, type ToolRules } from '../../../lib/operate/proxy/settings.js'

const settings: ProxySettings = { ...DEFAULTS, codecOfSchema: fromJsonSchema }

describe('policyOf', () => {
  const limits = (annotations: object, trusted: boolean, rules: ToolRules = {}) => {
    const { tool } = proxyPolicyOf('a', declaredOf({ annotations }), {
      ...settings,
      trusted,
      tools: new Map([['a', rules]])
    })
    return [tool.effect, tool.kind !== undefined ? 'undeclared' : tool.idempotent === true ? 'idempotent' : 'declared']
  }

  it('takes from anybody what writes, and from a trusted server alone what may be repeated', () => {
    for (const trusted of [false, true]) {
      expect(limits({ readOnlyHint: true, idempotentHint: false }, trusted)).to.deep.equal(['read', 'declared'])
      expect(limits({}, trusted)).to.deep.equal(['read', 'undeclared'])
    }
    for (const hints of [{ readOnlyHint: false }, { destructiveHint: true }, { idempotentHint: true }]) {
      expect(limits(hints, false)).to.deep.equal(['write', 'undeclared'])
      expect(limits(hints, true)).to.deep.equal(['write', 'idempotentHint' in hints ? 'idempotent' : 'declared'])
    }
  })

  it('takes the word of whoever runs the proxy before that of the server', () => {
    expect(limits({ readOnlyHint: true }, true, { effect: 'write' })).to.deep.equal(['write', 'declared'])
    expect(limits({ readOnlyHint: false, idempotentHint: true }, true, { effect: 'write' })).to.deep.equal([
      'write',
      'declared'
    ])
    expect(limits({}, false, { idempotent: true })).to.deep.equal(['write', 'idempotent'])
  })
})

describe('Catalog', () => {
  const LOOSE = [{}, { readOnlyHint: true }, { readOnlyHint: false, idempotentHint: true }, { destructiveHint: true }]
  const STRICT = { readOnlyHint: false }

  it('takes a tool that was once listed as a write for one, whatever is listed later', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LOOSE)), fc.array(fc.constantFrom(...LOOSE, STRICT)), (first, then) => {
        const catalog = new Catalog({ ...settings, trusted: true })
        const list = (annotations: object): void => catalog.learn({ tools: [{ name: 'pay', annotations }] })
        const runs = (): string => (runsOnce(catalog.policy('pay').tool) ? 'once' : 'again')
        for (const annotations of first) list(annotations)
        list(STRICT)
        for (const annotations of then) {
          list(annotations)
          expect(runs()).to.equal('once')
        }
      })
    )
  })

  it('takes what nobody has listed for a write, unless its name tells of reading, until the list is whole', () => {
    const catalog = new Catalog({ ...settings, trusted: true })
    const effects = () =>
      ['pay', 'frobnicate', 'get_order'].map((name) => {
        const { tool } = catalog.policy(name)
        return runsOnce(tool) ? 'once' : tool.effect
      })
    expect(effects()).to.deep.equal(['once', 'once', 'read'])
    catalog.isWhole = true
    expect(effects()).to.deep.equal(['write', 'read', 'read'])
    catalog.isWhole = false
    expect(effects()).to.deep.equal(['once', 'once', 'read'])
  })

  it('learns of the tools that it knows beyond 10,000 of them, and leaves the results of any other unjudged', () => {
    const catalog = new Catalog({ ...settings, trusted: true })
    const others = Array.from({ length: 9_999 }, (_, n) => ({ name: `t${n}` }))
    catalog.learn({ tools: [{ name: 'pay' }, ...others] })
    catalog.learn({
      tools: [
        { name: 'beyond', outputSchema: { type: 'object' } },
        { name: 'pay', annotations: STRICT }
      ]
    })
    catalog.isWhole = true
    expect(catalog.policy('pay').tool.effect).to.equal('write')
    expect(catalog.policy('beyond')).to.deep.include({ promised: false, judge: undefined })
    expect(runsOnce(catalog.policy('beyond').tool)).to.equal(true)
  })

  it('tells once of rules for tools that the server does not list, when its list is whole', () => {
    const told: Array<string> = []
    const tools = new Map<string, ToolRules>([
      ['payy', {}],
      ['pay', {}],
      ['sendd', {}]
    ])
    const catalog = new Catalog({ ...settings, tools, tell: (line) => told.push(line) })
    catalog.learn({ tools: [{ name: 'other' }], nextCursor: '2' })
    expect(told).to.deep.equal([])
    for (const name of ['pay', 'another']) {
      catalog.learn({ tools: [{ name }] })
      catalog.isWhole = true
      catalog.isWhole = false
    }
    expect(told).to.deep.equal(['the config has rules for tools that the server does not list: "payy", "sendd"'])
  })

  it('takes one that was listed as an idempotent write for a write, and for no more', () => {
    const catalog = new Catalog({ ...settings, trusted: true })
    const shownAs = (annotations: object) => {
      catalog.learn({ tools: [{ name: 'put', annotations }] })
      const { effect, idempotent } = catalog.policy('put').tool
      return [effect, idempotent]
    }
    expect(shownAs({ readOnlyHint: true })).to.deep.equal(['read', undefined])
    for (const annotations of [{ idempotentHint: true }, { readOnlyHint: true }, {}])
      expect(shownAs(annotations)).to.deep.equal(['write', true])
    expect(shownAs({ readOnlyHint: false })).to.deep.equal(['write', undefined])
  })
})
