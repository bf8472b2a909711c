import { expect } from 'chai'
import { fromJsonSchema } from '../../../lib/codec/json-schema/index.js'
import { ToolListing } from '../../../lib/operate/proxy/listing.js'
import { Catalog } from '../../../lib/operate/proxy/policy.js'
import { DEFAULTS } from '../../../lib/operate/proxy/settings.js'

const open = () => {
  const sent: Array<{ readonly id: string }> = []
  const catalog = new Catalog({ ...DEFAULTS, codecOfSchema: fromJsonSchema })
  const listing = new ToolListing(
    catalog,
    (line) => sent.push(JSON.parse(line.toString()) as { readonly id: string }),
    5
  )
  const answer = (result: object): boolean => listing.takes({ id: sent.at(-1)?.id ?? '', result: { ...result } })
  return { sent, catalog, listing, answer }
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

  it('vouches for nothing beyond a hundred pages', () => {
    const { sent, catalog, listing, answer } = open()
    listing.need('pay', {})
    for (let page = 1; page <= 200; page++) answer({ tools: [], nextCursor: `${page}` })
    expect(sent.length).to.equal(100)
    expect(catalog.policy('pay').unusable).to.be.a('string')
  })
})
