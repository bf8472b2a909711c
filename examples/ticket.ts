/**
 * A model gets two fields of a ticket wrong. One re-ask names them, and only them; the call runs once, with arguments
 * that fit.
 */
import { strict as assert } from 'node:assert'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  firstCallOf,
  guardedCall,
  integerBetween,
  NonEmptyText,
  openSession,
  repairArguments,
  toModelText
} from 'guarded-call'

// -- the tool

const Ticket = t.type({
  name: NonEmptyText,
  email: NonEmptyText,
  priority: integerBetween(1, 5),
  issues: t.array(NonEmptyText)
})

const tickets: Array<t.TypeOf<typeof Ticket>> = []

const createTicket = guardedCall(
  { name: 'create_ticket', effect: 'write', args: Ticket, run: (ticket) => ({ id: 1000 + tickets.push(ticket) }) },
  t.type({ id: t.Int })
)

// -- a model, scripted: it corrects what it is told, and nothing else

const sent = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  priority: 'high',
  issues: 'cannot log in; the invoice is wrong'
}
const meant: Readonly<Record<string, unknown>> = {
  ...sent,
  priority: 2,
  issues: ['cannot log in', 'the invoice is wrong']
}

const model = (feedback: string, args: object) => {
  const named = [...feedback.matchAll(/^- '(\w+)'/gm)].map(([, field = '']) => [field, meant[field]])
  return [
    { name: 'say', args: { text: 'One moment, I correct the ticket.' } },
    { name: 'create_ticket', args: { ...args, ...Object.fromEntries(named) }, usage: { input: 700, output: 150 } }
  ]
}

// -- the loop's part

const lines: Array<string> = []
const session = openSession({ ext: 'helpdesk', logger: { log: (level, message) => lines.push(`${level} ${message}`) } })
const turn = session.openTurn()
const storedCall = { id: 'call_1', name: 'create_ticket', args: sent as unknown }

const asked: Array<string> = []
const create = repairArguments(createTicket, {
  ask: async (feedback, _attempt, { args }) => {
    asked.push(feedback)
    return firstCallOf('create_ticket', model(feedback, args as object))
  },
  // So that the history never shows the wrong arguments at work.
  onRepaired: ({ args }) => {
    storedCall.args = args
  }
})

const result = await turn.run(create(sent, { callId: storedCall.id }))

console.log('the model sent ', JSON.stringify(sent))
console.log('and reads\n')
console.log(asked.join('\n\n').replace(/^/gm, '    '))
console.log('\nthe stored call', JSON.stringify(storedCall.args))
console.log('the tool said  ', toModelText(result))
console.log('the record says', JSON.stringify(turn.calls[0]?.repair))
console.log('the log says   ', lines[0])

assert.deepEqual(result, E.right({ id: 1001 }))
assert.deepEqual(asked, [
  [
    'Your previous tool call had invalid arguments. Fix these issues:',
    "- 'priority': expected integer from 1 to 5, got 'high'",
    "- 'issues': expected list/array, got string",
    '',
    'Retry the tool call with corrected arguments.'
  ].join('\n')
])
assert.deepEqual(tickets, [meant])
assert.deepEqual(storedCall.args, meant)
assert.equal(turn.count, 1)
assert.deepEqual(turn.calls[0]?.repair, { outcome: 'success', retries: 1, usage: [{ input: 700, output: 150 }] })
assert.equal(lines[0], 'info validation_retry_outcome tool=create_ticket ext=helpdesk outcome=success retry_count=1')
assert.equal(session.counters().success, 1)
