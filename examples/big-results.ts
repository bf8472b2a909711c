/**
 * Three results that fill a context: a table, a log, and the text of a PDF. What a scripted model reads of each,
 * without and with handles.
 */
import { strict as assert } from 'node:assert'
import * as t from 'io-ts'
import { guardedCall, openTurn, toModelText } from 'guarded-call'
import { resultHandles, type ReadResult, type ResultHandle } from 'guarded-call/results'

// -- the tools

const table = Array.from({ length: 12_000 }, (_, id) => ({
  id,
  customer: `C-${(id * 7) % 311}`,
  status: id === 7_777 ? 'failed: card declined' : 'paid',
  cents: 100 + (id % 977)
}))
const log = [
  ...Array.from({ length: 9_000 }, (_, at) => `2026-03-01T10:00:00Z worker-${at % 8} INFO step ${at} done`),
  '2026-03-01T11:30:00Z worker-3 FATAL disk full',
  '2026-03-01T11:30:01Z worker-3 INFO going down'
].join('\n')
const paper = Array.from(
  { length: 80 },
  (_, page) =>
    `Page ${page + 1}\n${'The measurements of this section agree with those of the last. '.repeat(40)}\n${page === 56 ? 'The half-life is 12.3 hours.\n' : ''}`
).join('\n')

const call = (name: string, result: unknown) =>
  guardedCall({ name, effect: 'read' as const, run: () => result }, t.unknown)

// -- the model: it asks for what it needs, once it has seen the handle

const results = resultHandles()
const turn = openTurn({ logger: false })

const readBy = async (name: string, result: unknown, query: Omit<ReadResult, 'ref'>, wanted: string) => {
  const answer = await turn.run(call(name, result)())
  const plain = toModelText(answer, { maxChars: Infinity })
  const handle = await results.textOf('right' in answer ? answer.right : null)
  const { ref } = JSON.parse(handle) as ResultHandle
  const part = toModelText(await turn.run(results.reader({ ref, ...query })))
  assert.ok(part.includes(wanted), part)
  return { result: name, without: plain.length, handle: handle.length, 'and one read': part.length }
}

const rows = [
  await readBy('list_orders', { total: table.length, orders: table }, { find: 'declined', fields: ['id'] }, '7777'),
  await readBy('read_log', log, { find: 'FATAL', context: 1 }, 'disk full'),
  await readBy('read_pdf', paper, { find: 'half-life', context: 0 }, '12.3 hours')
]
console.table(rows)
assert.ok(rows.every(({ without, handle, 'and one read': read }) => handle + read < without * 0.05))
