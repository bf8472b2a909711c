import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type CallRecord, executionOf, guardedCall, openSession, type SessionOptions } from '../../lib/index.js'
import { redactor } from '#core/redact'

const WORDS = 'Customer ACME-42 not found, ssn: 078-05-1120'
const LEFT = 'Customer [redacted] not found, ssn: [redacted]'
const redact = redactor({ keys: ['ssn'], patterns: [/ACME-\d+/] })

const outcomeOf = async (options: SessionOptions, run: () => unknown) => {
  const records: Array<CallRecord> = []
  const observers = [{ start: () => ({ end: (record: CallRecord) => void records.push(record) }) }]
  const turn = openSession({ logger: false, observers, ...options }).openTurn()
  const result = await turn.run(guardedCall({ name: 'find', effect: 'read', run }, t.type({ id: t.number }))())
  if (E.isRight(result)) throw new Error('The call did not fail.')
  return { error: result.left, detail: result.left.detail, cause: records[0]?.cause }
}

const returned = () => `Error: ${WORDS}`
const thrown = () => {
  throw new Error(WORDS)
}

describe('what the `redact` of a session names', () => {
  it('is taken out of quotes of what a tool returned', async () => {
    const { detail, error } = await outcomeOf({ redact }, returned)
    expect(detail)
      .to.include(LEFT)
      .and.not.match(/ACME-42|078/)
    expect(executionOf(error)).to.equal('unknown')
  })

  it('is taken out of what it threw, for the model and for observers', async () => {
    const { detail, cause } = await outcomeOf({ redact }, thrown)
    expect(detail).to.not.match(/ACME-42|078/)
    expect(cause).to.equal(`Error: ${LEFT}`)
  })

  it('is taken out of what a recorder gets', async () => {
    const details: Array<string | null> = []
    const recorder = { record: ({ detail }: { detail: string | null }) => void details.push(detail) }
    await outcomeOf({ redact, recorder }, returned)
    expect(details.join())
      .to.include(LEFT)
      .and.not.match(/ACME-42|078/)
  })

  it('is not known elsewhere', async () => {
    expect((await outcomeOf({}, returned)).detail).to.include(WORDS)
    expect((await outcomeOf({}, thrown)).cause).to.equal(`Error: ${WORDS}`)
  })

  for (const [name, own] of Object.entries<(line: unknown) => unknown>({
    'leaves out fields': () => ({ level: 1 }),
    'gives a text': () => 'a line',
    'gives a promise': () => Promise.reject(new Error('later'))
  }))
    it(`changes nothing where it ${name}`, async () => {
      expect((await outcomeOf({ redact: own }, returned)).detail).to.equal((await outcomeOf({}, returned)).detail)
    })

  it('hides all words where it throws', async () => {
    const { detail, cause } = await outcomeOf({ redact: thrown }, thrown)
    expect([detail, cause]).to.deep.equal(['[redacted]', '[redacted]'])
  })
})
