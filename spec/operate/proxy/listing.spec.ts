import { expect } from 'chai'
import { fromJsonSchema } from '../../../lib/codec/json-schema/index.js'
import { ToolListing } from '../../../lib/operate/proxy/listing.js'
import { Catalog } from '../../../lib/operate/proxy/policy.js'
import { DEFAULTS } from '../../../lib/operate/proxy/settings.js'

const open = () => {
  const sent: Array<{ readonly id: string }> = []
  const told: Array<string> = []
  const catalog = new Catalog({ ...DEFAULTS, codecOfSchema: fromJsonSchema, tell: (said) => told.push(said) })
  const listing = new ToolListing(
    catalog,
    (line) => sent.push(JSON.parse(line.toString()) as { readonly id: string }),
    5
  )
  const answer = (result: object): boolean => listing.takes({ id: sent.at(-1)?.id ?? '', result: { ...result } })
  return { sent, told, catalog, listing, answer }
}

describe('ToolListing', () => {
  it('keeps nobody waiting for a list that does not come, and learns it where it comes late, page by page', async () => {
    const { sent, catalog, listing, answer } = open()
    listing.need('pay', {})
    await new Promise<void>((resolve) => listing.whenDone(resolve))
    listing.need('pay', {})
    listing.need('other', {})
    expect(sent.length).to.equal(1)
    expect(catalog.policy('other').tool.effect).to.equal('write')
    expect(answer({ tools: [{ name: 'pay' }], nextCursor: 'more' })).to.equal(true)
    expect(catalog.knows('pay')).to.equal(true)
    answer({ tools: [{ name: 'last' }] })
    expect(catalog.knows('last')).to.equal(true)
    expect(catalog.policy('other').tool.effect).to.equal('read')
  })

  it('says once that results pass unchecked where the list does not come in time, or fails', async () => {
    const said = ['the server has not listed its tools: until it does, their results pass unchecked']
    const late = open()
    late.listing.need('pay', {})
    await new Promise<void>((resolve) => late.listing.whenDone(resolve))
    expect(late.told).to.deep.equal(said)
    const failing = open()
    for (let asked = 0; asked < 2; asked++) {
      failing.listing.need('pay', {})
      failing.listing.takes({ id: failing.sent.at(-1)?.id ?? '', result: undefined })
    }
    expect([failing.sent.length, failing.told]).to.deep.equal([2, said])
    const listed = open()
    listed.listing.need('pay', {})
    listed.answer({ tools: [{ name: 'pay' }] })
    listed.listing.stale()
    listed.listing.need('pay', {})
    listed.listing.takes({ id: listed.sent.at(-1)?.id ?? '', result: undefined })
    expect(listed.told).to.deep.equal([])
  })

  it('reads a hundred pages, and says once that the results of all other tools pass unchecked', () => {
    const { sent, told, catalog, listing, answer } = open()
    listing.need('pay', {})
    for (let page = 1; page <= 200; page++) answer({ tools: [], nextCursor: `${page}` })
    expect(sent.length).to.equal(100)
    listing.stale()
    listing.need('pay', {})
    for (let page = 1; page <= 200; page++) answer({ tools: [], nextCursor: `${page}` })
    expect(catalog.policy('pay')).to.deep.include({ promised: false, judge: undefined })
    expect(catalog.policy('pay').tool.effect).to.equal('write')
    expect(told).to.deep.equal([
      'the server lists more tools than the 0 that were read: the results of the others pass unchecked'
    ])
  })
})
