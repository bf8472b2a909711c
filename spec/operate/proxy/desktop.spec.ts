/**
 * An hour at a desktop: a host that names no turn, never quiet for long, 200 calls of a file server. Whatever is
 * refused is refused wrongly.
 */
import { expect } from 'chai'
import { desktopHour, fileServer } from './desktop.js'
import { GAP_MS, mostOf, refusedIn, type HourCall } from './hour.js'

describe('an hour at a desktop', () => {
  it('is 200 calls, in which lists repeat, writes are undone and earlier contents come back', () => {
    const calls = desktopHour()
    expect([calls.length, calls.length * GAP_MS]).to.deep.equal([200, 3_600_000])
    expect(mostOf(calls, 'list_directory')).to.be.above(20)
    expect(mostOf(calls, 'write_file')).to.be.above(2)
    expect(mostOf(calls, 'edit_file')).to.be.above(2)
  })

  it('has no refusal by default', () => {
    expect(refusedIn(desktopHour(), fileServer())).to.deep.equal([])
  })

  it('has none where the server is trusted, and its config says what may be made again', () => {
    const tools = new Map([['edit_file', { idempotent: true }]])
    expect(refusedIn(desktopHour(), fileServer(), { trusted: true, tools })).to.deep.equal([])
  })

  it('has some where the agent is stuck', () => {
    const list = desktopHour().find(({ name }) => name === 'list_directory')
    expect(refusedIn(Array<HourCall>(6).fill(list as HourCall), fileServer()).length).to.equal(3)
  })
})
