import { expect } from 'chai'
import { readMessage } from '../../../../lib/operate/proxy/message.js'
import { SessionQuestions } from '../../../../lib/operate/proxy/upstream/session-questions.js'

type Written = number | string

/** What a client and a server read of each other; in session `s1` first. */
const opened = () => {
  const [client, server]: [Array<string>, Array<string>] = [[], []]
  let [session, unsent]: [string | undefined, number] = ['s1', 0]
  const questions = new SessionQuestions({
    onLine: (line) => void client.push(String(line)),
    onUnsent: () => (unsent += 1)
  })
  questions.begin(session)
  const sends = (line: string, from = session): void => {
    const bytes = Buffer.from(line)
    questions.toClient(readMessage(bytes), bytes, { session: from, of: 7 })
  }
  const says = (line: string): void => {
    const bytes = Buffer.from(line)
    const sent = questions.toServer(readMessage(bytes), bytes, session)
    if (sent !== undefined) server.push(String(sent))
  }
  return {
    questions,
    client,
    server,
    sends,
    says,
    unsent: () => unsent,
    renew: (name: string | undefined) => {
      session = name
      questions.begin(name)
    },
    /** Under which id the client reads a question that the server asks under this one. */
    asks: (id: Written, about: string, from = session): Written => {
      sends(question(id, about), from)
      return (JSON.parse(client.at(-1) as string) as { readonly id: Written }).id
    }
  }
}

const question = (id: Written, about: string, token: Written = id): string =>
  `{ "method":"elicitation/create","id" : ${JSON.stringify(id)},"params":{"message":"pay ${about}?","n":1.0,"_meta":{"progressToken":${JSON.stringify(token)}}},"jsonrpc":"2.0"}\n`
const answer = (id: Written, action: string): string =>
  `{"jsonrpc":"2.0", "id": ${JSON.stringify(id)},"result":{"action":"${action}","content":{"n":1.0}}}\n`
const progress = (token: Written): string =>
  `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${JSON.stringify(token)},"progress":1}}\n`
const cancelled = (requestId: Written): string =>
  `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${JSON.stringify(requestId)}}}\n`
const idsOf = (lines: ReadonlyArray<string>): ReadonlyArray<unknown> =>
  lines
    .map((line) => JSON.parse(line) as { readonly method?: string; readonly params?: { readonly requestId?: unknown } })
    .flatMap(({ method, params }) => (method === 'notifications/cancelled' ? [params?.requestId] : []))

const IDS: ReadonlyArray<Written> = [0, 7, 'q', '7', '9a-b']

describe('SessionQuestions', () => {
  it('hands on every byte in both directions while no id is open twice, in a later session too', () => {
    const { client, server, sends, says, renew, unsent } = opened()
    const [sent, said]: [Array<string>, Array<string>] = [[], []]
    for (const session of ['s1', 's2', undefined]) {
      for (const id of IDS.slice(0, 3)) sends(question(id, 'anybody'))
      for (const id of IDS.slice(0, 3)) says(progress(id))
      for (const id of IDS.slice(0, 3)) says(answer(id, 'accept'))
      sends(progress(3))
      says('{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n')
      sent.push(...IDS.slice(0, 3).map((id) => question(id, 'anybody')), progress(3))
      said.push(...IDS.slice(0, 3).map(progress), ...IDS.slice(0, 3).map((id) => answer(id, 'accept')))
      said.push('{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n')
      renew(session)
    }
    expect([client, server, unsent()]).to.deep.equal([sent, said, 0])
  })

  it('ends the questions of a session with it, and gives the next one the answer to its own alone, in any order', () => {
    for (const id of IDS)
      for (const isLate of [true, false]) {
        const { client, server, says, asks, renew, unsent } = opened()
        expect(asks(id, 'alice')).to.equal(id)
        renew('s2')
        expect(idsOf(client)).to.deep.equal([id])
        const shown = asks(id, 'bob')
        expect(shown).to.be.a('number').that.is.above(1e9)
        expect(client.at(-1)).to.equal(question('@', 'bob').replaceAll('"@"', String(shown)))
        const [alice, bob] = [answer(id, 'accept'), answer(shown, 'decline')]
        for (const line of isLate ? [progress(shown), bob, alice] : [alice, progress(shown), bob]) says(line)
        expect(server).to.deep.equal([progress(id), answer(id, 'decline')])
        expect(unsent()).to.equal(1)
        expect(asks(id, 'carol')).to.equal(id)
      }
  })

  it('sends no answer to the dead to a session that has not asked yet, nor to one without a name', () => {
    for (const next of ['s2', undefined]) {
      const { server, says, asks, renew, unsent } = opened()
      asks(0, 'alice')
      renew(next)
      says(answer(0, 'accept'))
      says(answer(0, 'accept'))
      expect([server, unsent()]).to.deep.equal([[], 2])
    }
  })

  it('reads ids as loosely as servers do', () => {
    for (const [asked, other] of [
      [0, '0'],
      [0, '0x0'],
      [0, ''],
      [0, 0],
      ['7', 7],
      [7, '7.0']
    ] as const) {
      const { server, says, asks, renew } = opened()
      asks(asked, 'alice')
      renew('s2')
      expect(asks(other, 'bob'), String(other)).to.be.above(1e9)
      says(answer(other, 'accept'))
      expect(server).to.deep.equal([])
    }
  })

  it('keeps sessions apart over many renewals', () => {
    const { client, server, says, asks, renew, unsent } = opened()
    const shown = ['a', 'b', 'c', 'd'].map((name) => {
      renew(name)
      return asks(0, name)
    })
    expect(new Set(shown).size).to.equal(4)
    expect(idsOf(client)).to.deep.equal(shown.slice(0, 3))
    for (const id of shown) says(answer(id, 'accept'))
    expect([server, unsent()]).to.deep.equal([[answer(0, 'accept')], 3])
  })

  it('drops the answer to a late question of a dead session', () => {
    const { server, says, asks, renew } = opened()
    renew('s2')
    const [late, own] = [asks(0, 'alice', 's1'), asks(0, 'bob')]
    says(answer(late, 'accept'))
    says(answer(own, 'decline'))
    expect(server).to.deep.equal([answer(0, 'decline')])
  })

  it('ends a question that its server gives up, under the id that its client reads, and no other', () => {
    const { client, server, sends, says, asks, renew } = opened()
    const alice = asks(0, 'alice')
    sends(cancelled(0))
    expect(client.at(-1)).to.equal(cancelled(0))
    says(answer(alice, 'accept'))
    expect(server).to.deep.equal([])
    asks(0, 'bob')
    renew('s2')
    const carol = asks(0, 'carol')
    const before = client.length
    sends(cancelled(0), 's1')
    expect(client.length).to.equal(before)
    sends(cancelled(0))
    expect(idsOf(client.slice(before))).to.deep.equal([carol])
    says(answer(carol, 'accept'))
    expect(server).to.deep.equal([])
    sends(cancelled('unknown'))
    expect(client.at(-1)).to.equal(cancelled('unknown'))
  })

  it('ends a question whose id its server gives to another, also where it names no session', () => {
    const { client, server, says, asks, renew } = opened()
    renew(undefined)
    asks(0, 'alice')
    const bob = asks(0, 'bob')
    expect(idsOf(client)).to.deep.equal([0])
    says(answer(0, 'accept'))
    says(answer(bob, 'decline'))
    expect(server).to.deep.equal([answer(0, 'decline')])
  })

  it('ends all of them with the server', () => {
    const { questions, client, says, server, asks } = opened()
    for (const id of IDS.slice(0, 3)) asks(id, 'anybody')
    questions.end()
    questions.end()
    says(answer(0, 'accept'))
    expect([idsOf(client), server]).to.deep.equal([IDS.slice(0, 3), []])
  })

  it('confuses no sessions where it forgot questions, of which a server may ask any number', () => {
    const { server, says, asks, renew } = opened()
    for (let id = 0; id <= 1_000; id++) asks(id, 'alice')
    says(answer(0, 'accept'))
    expect(server).to.deep.equal([answer(0, 'accept')])
    asks(0, 'alice')
    for (let id = 2_000; id < 3_000; id++) asks(id, 'alice')
    renew('s2')
    const bob = asks(0, 'bob')
    says(answer(0, 'accept'))
    expect(server.length).to.equal(1)
    says(answer(bob, 'decline'))
    expect(server.at(-1)).to.equal(answer(0, 'decline'))
  })
})
