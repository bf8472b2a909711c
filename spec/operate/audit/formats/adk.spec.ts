import { expect } from 'chai'
import { auditConversation } from '../../../../lib/operate/audit/audit.js'
import { FORMATS } from '../../../../lib/operate/audit/formats/formats.js'

type Data = Readonly<Record<string, unknown>>

const event = (author: string, part: Data, more: Data = {}): Data => ({
  author,
  invocationId: 'e-1',
  content: { role: author === 'user' ? 'user' : 'model', parts: [part] },
  ...more
})
const call = (name: string, timestamp: number, id?: string): Data =>
  event(
    'shop',
    { functionCall: { name, args: { id: 7 }, ...(id === undefined ? {} : { id }) } },
    { timestamp: 1_743_712_220 + timestamp }
  )
const result = (name: string, response: unknown, timestamp: number, id?: string): Data =>
  event(
    'shop',
    { functionResponse: { name, response, ...(id === undefined ? {} : { id }) } },
    { timestamp: 1_743_712_220 + timestamp }
  )

const read = (...events: ReadonlyArray<Data>) =>
  FORMATS.adk.read([{ id: 's', appName: 'a', events }], false)[0] ?? { entries: 0, calls: [], strange: 0 }

describe('a session of the Agent Development Kit', () => {
  it('pairs calls and results without ids by their names, and tells how long they took', () => {
    const { calls } = read(
      event('user', { text: 'Go.' }),
      call('get_order', 10),
      result('get_order', { result: '{"state":"open"}' }, 12),
      event('user', { text: 'Again.' }),
      call('get_order', 20),
      result('get_order', { state: 'sent' }, 21)
    )
    expect(calls.map((one) => [one?.turn, one?.ms, one?.answer?.text])).to.deep.equal([
      [1, 2_000, '{"state":"open"}'],
      [2, 1_000, '{"state":"sent"}']
    ])
  })

  it('knows the failures of a tool, and of a server', () => {
    const mcp = { content: [{ type: 'text', text: 'Order 7 is gone' }], isError: true }
    for (const [response, says] of [
      [{ error: 'Order 7 is gone' }, 'Order 7 is gone'],
      [{ result: 'Error: Order 7 is gone' }, 'Error: Order 7 is gone'],
      [mcp, 'Order 7 is gone']
    ] as const) {
      const { marks } = auditConversation(read(call('get_order', 1, 'a'), result('get_order', response, 2, 'a')))
      expect(marks[0]?.given[0], says).to.deep.include({ kind: 'failed', says })
    }
  })

  it('leaves out what is streamed before the whole, and events that only change the state', () => {
    const conversation = read(event('shop', { text: 'So' }, { partial: true }), event('shop', { text: 'So it is.' }), {
      author: 'shop',
      invocationId: 'e-1',
      actions: { stateDelta: { a: 1 } }
    })
    expect(conversation).to.deep.include({ steps: 1, strange: 0 })
  })

  it('says with which error it ended', () => {
    const failed = {
      author: 'shop',
      invocationId: 'e-1',
      actions: {},
      errorCode: '429',
      errorMessage: 'Quota exceeded'
    }
    expect(read(event('user', { text: 'Go.' }), failed)).to.deep.include({ ended: 'Quota exceeded', strange: 0 })
  })
})
