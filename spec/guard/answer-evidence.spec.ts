/** What answers prove of a write: those that cannot be read whole, and those that hold an Error. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall, guardFunctions, openTurn } from '../../lib/index.js'

const ENVELOPES = [
  '{"ok":false,"error":"card declined"}',
  '{"error":{"code":"card_declined","message":"Your card was declined."}}',
  '{"success":false,"message":"Insufficient funds"}',
  '{"isError":true,"content":[{"type":"text","text":"declined"}]}',
  '{"errors":[{"message":"Insufficient stock"}],"data":null}'
]

const WRAPS: Readonly<Record<string, (envelope: string) => string>> = {
  'a trailing comma': (one) => one.replace(/\}$/, ',}'),
  'other words after it': (one) => `${one} ok`,
  'a second value': (one) => `${one}${one}`,
  'a fence': (one) => `\`\`\`json\n${one}\n\`\`\``,
  JSONP: (one) => `cb(${one});`,
  'a prefix against hijacking': (one) => `)]}',\n${one}`,
  'a line of a log': (one) => `2026-01-01 INFO calling bank\n${one}`,
  'lines of JSON': (one) => `{"event":"start"}\n${one}\n{"event":"end"}`,
  'an event stream': (one) => `data: {"p":1}\n\ndata: ${one}\n\n`,
  'a part of several': (one) => `--b\r\nContent-Type: application/json\r\n\r\n${one}\r\n--b--`,
  chunks: (one) => `24\r\n${one}\r\n0\r\n\r\n`,
  Python: (one) => one.replaceAll('"', "'").replaceAll('false', 'False').replaceAll('null', 'None'),
  'a comment': (one) => `${one} // c`,
  'a control character': (one) => one.replace('declined', 'dec\u0001lined')
}

const executedBy = async (answer: unknown, codec: t.Mixed = t.type({ id: t.string })): Promise<unknown> => {
  const turn = openTurn({ logger: false })
  const pay = guardedCall<unknown, unknown>(
    { name: 'pay', effect: 'write', respondsWhenDone: true, run: () => answer },
    codec
  )
  await turn.run(pay({}))
  return turn.calls[0]?.executed
}

describe('the answer of a tool that answers when its work is done', () => {
  for (const [name, wrap] of Object.entries(WRAPS)) {
    it(`proves no write where it reports a failure in ${name}`, async () => {
      for (const envelope of ENVELOPES) expect(await executedBy(wrap(envelope)), envelope).to.equal('unknown')
    })
    if (name !== 'Python')
      it(`proves none where a codec takes ${name} as text`, async () => {
        for (const envelope of ENVELOPES)
          expect(await executedBy(wrap(envelope), t.string), envelope).to.equal('unknown')
      })
  }

  it('proves no write wherever it is cut', async () => {
    for (const envelope of [...ENVELOPES, '{"id":"p1","total":12}'])
      for (let length = 1; length < envelope.length; length++)
        expect(await executedBy(envelope.slice(0, length)), envelope.slice(0, length)).to.equal('unknown')
  })

  it('proves no write where its bytes are no text', async () => {
    expect(await executedBy(new Uint8Array([0xff, 0xfe, 0x00, 0xd8]))).to.equal('unknown')
  })

  it('proves the write in words that came whole, and where nothing came', async () => {
    for (const answer of ['Order placed.', 'OK', '']) expect(await executedBy(answer), answer).to.equal('yes')
    expect(await executedBy('{"id":"p1"}')).to.equal('yes')
    expect(await executedBy({ id: 'p1' })).to.equal('yes')
  })
})

describe('an Error that a tool returns', () => {
  const declined = new Error('declined')
  class PaymentError extends Error {}
  const HOLDING: Readonly<Record<string, () => unknown>> = {
    itself: () => declined,
    'of a class': () => new PaymentError('declined'),
    'before null': () => [declined, null],
    'after null': () => [null, declined],
    'as a field': () => ({ error: declined }),
    'beside data': () => ({ data: null, failure: { cause: declined } }),
    'in a settled row': () => Promise.allSettled([Promise.resolve(1), Promise.reject(declined)])
  }
  for (const [name, answer] of Object.entries(HOLDING)) {
    it(`proves no write: ${name}`, async () => {
      for (const output of [undefined, t.unknown, t.array(t.unknown)]) {
        const turn = openTurn({ logger: false })
        const tools = guardFunctions(
          { pay: async () => answer() },
          { turn, rules: { pay: { effect: 'write', ...(output === undefined ? {} : { output }) } } }
        )
        await tools.pay().catch(() => undefined)
        expect(turn.calls[0]?.executed).to.equal('unknown')
      }
    })
  }

  it('is handed on unchanged, and leaves other answers a proof', async () => {
    const turn = openTurn({ logger: false })
    const answers = [declined, [null, { id: 1 }], { warnings: ['slow'] }, [{ status: 'fulfilled', value: 1 }]]
    const { pay } = guardFunctions(
      { pay: async (n: number) => answers[n] },
      { turn, rules: { pay: { effect: 'write' } } }
    )
    for (const [n, answer] of answers.entries()) expect(await pay(n)).to.equal(answer)
    expect(turn.calls.map(({ executed }) => executed)).to.deep.equal(['unknown', 'yes', 'yes', 'yes'])
  })
})
