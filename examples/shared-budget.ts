/**
 * Two workers share a turn: a write passes once, whoever asks first. Then the conversation hops to another process, and
 * a loop is seen across the hop.
 */
import { strict as assert } from 'node:assert'
import { PGlite } from '@electric-sql/pglite'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall, openSession } from 'guarded-call'
import { budgetTable, postgresStore } from 'guarded-call/postgres'

// A Postgres in this process; workers on many machines give a pool of `pg` instead, or `redisStore` of
// 'guarded-call/redis'.
const database = await PGlite.create()
await database.query(budgetTable())

let sent = 0
const sendMail = guardedCall(
  { name: 'send_mail', effect: 'write', run: () => `{"sent":${(sent += 1)}}` },
  t.type({ sent: t.number })
)

// Each worker has a session of its own. What they share is the store and the turn's id, which the host hands on: never
// the model.
const worker = () => openSession({ store: postgresStore({ client: database }) })
const turns = [worker(), worker()].map((session) => session.openTurn({ id: 'run-2026-11-21-0017' }))

const results = await Promise.all(turns.map((turn) => turn.run(sendMail({ to: 'ada@example.com' }))))
for (const result of results) console.log(E.isRight(result) ? 'sent' : `${result.left.code}: ${result.left.detail}`)
assert.equal(sent, 1)
assert.equal(results.filter(E.isRight).length, 1)

// Whoever opened the turn closes it, once its last worker is done: that frees its budget for all of them.
turns[0]?.close()

// A conversation: three turns here, and the fourth in another process, which goes on with what this one remembers.
const search = guardedCall({ name: 'search', effect: 'read', run: () => '<html>Sign in</html>' }, t.unknown)
const here = openSession()
for (let i = 0; i < 3; i++) await here.openTurn().run(search({ q: 'invoices' }))
const saved = JSON.stringify(here.save())

const there = openSession({ state: JSON.parse(saved) as unknown })
const looping = await there.openTurn().run(search({ q: 'invoices' }))
assert.ok(E.isLeft(looping))
console.log(`${looping.left.code}: ${looping.left.detail}`)
assert.equal(looping.left.code, 'loop_detected')

await database.close()
