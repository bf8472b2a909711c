/**
 * Unnamed turns of servers that only read: what a person comes back to is no loop, and what an agent repeats in a row
 * is answered with what is known.
 */
import { expect } from 'chai'
import { kindOf } from '#core/signs'
import { call, GAP_MS, mostOf, refusedIn, text, type HourCall, type HourServer } from './hour.js'
import { openRelay } from './open-relay.js'
import { TURN_KEY } from '../../../lib/operate/proxy/settings.js'
import { readingHours } from './reading.js'

const LIST = call('list_issues', { state: 'open' })
const OTHER = call('get_issue', { number: '7' })
const READ = { readOnlyHint: true }

const issues = (answer: HourServer['answer'], annotations: object | undefined = READ): HourServer => ({
  tools: [LIST, OTHER].map(({ name }) => ({ name, inputSchema: { type: 'object' }, annotations })),
  answer
})

const times = (count: number, ...calls: ReadonlyArray<HourCall>): ReadonlyArray<HourCall> =>
  Array.from({ length: count }, () => calls).flat()

describe('an hour of a server that only reads', () => {
  for (const { of, calls, server } of readingHours(true))
    it(`has no refusal: ${of}`, () => {
      expect([calls.length, calls.length * GAP_MS]).to.deep.equal([200, 3_600_000])
      expect(Math.max(...calls.map(({ name }) => mostOf(calls, name)))).to.be.above(30)
      expect(refusedIn(calls, server)).to.deep.equal([])
    })

  for (const { of, calls, server } of readingHours(false))
    it(`has none where nobody declares anything, but for the 20 of names that tell nothing: ${of}`, () => {
      const refused = refusedIn(calls, server)
      for (const { call: made, read } of refused) {
        expect(kindOf(made.split(' ')[1] as string)).to.equal('none')
        expect(
          Number(/Asked for (\d+)|asked for (\d+)/.exec(JSON.stringify(read))?.slice(1).find(Boolean))
        ).to.be.above(20)
        expect(read.data).to.be.a('string')
      }
    })

  it('refuses a read after three in a row that brought nothing new, and each refusal has what is known', () => {
    const server = issues(() => text('none'))
    const refused = refusedIn([...times(8, LIST), OTHER, ...times(4, LIST)], server)
    expect(refused.map(({ read }) => [read.code, read.data])).to.deep.equal(
      Array<unknown>(6).fill(['retry_budget_exceeded', 'none'])
    )
  })

  it('lets a read in a row through that brings something new', () => {
    let n = 0
    expect(
      refusedIn(
        times(15, LIST),
        issues(() => text(`${++n} open`))
      )
    ).to.deep.equal([])
  })

  it('keeps the 20 of a tool whose name tells nothing', () => {
    const dbhub: HourServer = { tools: [{ name: 'sql' }, { name: 'tables' }], answer: () => text('12') }
    const refused = refusedIn(times(25, call('sql', { q: 'select 1' }), call('tables')), dbhub)
    // The first of `tables` may have changed anything: the count of `sql` starts over after it.
    expect(refused.map(({ call: of }) => of.split(' ')[1])).to.deep.equal(
      times(5, call('sql'), call('tables'))
        .slice(1)
        .map(({ name }) => name)
    )
  })

  it('counts reads as ever in a turn that its host names: it says when that is over', () => {
    const { list, call: ask, answer, last, text: reply } = openRelay()
    list([LIST, OTHER].map(({ name }) => ({ name, annotations: READ })))
    const refused = times(5, LIST, OTHER).map(({ name }) => {
      answer(ask(name, { _meta: { [TURN_KEY]: 'a' } }), reply('none'))
      return last().result?.isError === true
    })
    expect(refused).to.deep.equal([...Array<boolean>(6).fill(false), ...Array<boolean>(4).fill(true)])
  })

  it('still refuses calls that fail in turn', () => {
    const server = issues((name) => text(`${name}: 503 service unavailable`, true))
    expect(refusedIn(times(6, LIST, OTHER), server).length).to.be.above(0)
  })
})
