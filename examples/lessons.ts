/**
 * A pipeline of seven steps: what the model gets wrong in step three, it is told before step seven, and does not do
 * again.
 */
import { strict as assert } from 'node:assert'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { IsoDateTime, lessons, NonEmptyText, openTurn, structuredOutput, type Lessons } from 'guarded-call'

// -- seven mails, one task each

const Task = t.type({ title: NonEmptyText, due: t.union([IsoDateTime, t.null]) }, 'Task')
type Task = t.TypeOf<typeof Task>

const TASKS: ReadonlyArray<Task> = [
  { title: 'Send the invoice', due: '2026-05-03T00:00:00' },
  { title: 'Book the room', due: '2026-05-04T09:00:00' },
  { title: 'Thank the caterer', due: null },
  { title: 'Order badges', due: '2026-05-11T00:00:00' },
  { title: 'Call the printer', due: '2026-05-12T00:00:00' },
  { title: 'Confirm the speakers', due: '2026-05-20T00:00:00' },
  { title: 'Archive the photos', due: null }
]

// -- a model, scripted: it writes "null" for null until somebody says so

const modelFor =
  (requests: Array<string>) =>
  async (request: string): Promise<string> => {
    requests.push(request)
    const task = TASKS[Number(/^Step (\d)/.exec(request)?.[1]) - 1]
    const knowsBetter = request.includes('for null in `due`') || request.includes("Field 'due'")
    return JSON.stringify(task?.due === null && !knowsBetter ? { ...task, due: 'null' } : task)
  }

interface Run {
  readonly attempts: ReadonlyArray<number>
  readonly requests: ReadonlyArray<string>
}

const pipeline = async (learned: Lessons | undefined): Promise<Run> => {
  const requests: Array<string> = []
  const extract = structuredOutput({
    codec: Task,
    generate: modelFor(requests),
    ...(learned === undefined ? {} : { lessons: learned })
  })
  const turn = openTurn()
  const attempts: Array<number> = []
  for (let step = 1; step <= TASKS.length; step++) {
    const result = await turn.run(
      extract(`Step ${step}. Extract the task from mail ${step} as JSON {title, due}; due is an ISO datetime or null.`)
    )
    assert.ok(E.isRight(result))
    assert.deepEqual(result.right.value, TASKS[step - 1])
    attempts.push(result.right.attempts)
  }
  return { attempts, requests }
}

const without = await pipeline(undefined)
const learned = lessons()
const guarded = await pipeline(learned)

console.log('attempts a step, without lessons:', without.attempts.join(' '))
console.log('attempts a step, with lessons:   ', guarded.attempts.join(' '))
console.log('\nthe retry of step three\n')
console.log(guarded.requests[3]?.replace(/^/gm, '    '))
console.log('\nstep seven, at once\n')
console.log(guarded.requests.at(-1)?.replace(/^/gm, '    '))

assert.deepEqual(without.attempts, [1, 1, 2, 1, 1, 1, 2])
assert.deepEqual(guarded.attempts, [1, 1, 2, 1, 1, 1, 1])
assert.match(guarded.requests[3] ?? '', / {2}- Field 'due': expected ISO datetime or null, got string 'null'\./)
assert.match(
  guarded.requests[3] ?? '',
  /Fix ONLY the fields mentioned above\. Keep all other fields exactly as they were\.\nReturn the complete corrected JSON object\.\nAttempt 2 of 3\.$/
)
assert.match(guarded.requests.at(-1) ?? '', /- writes the string "null" for null in `due`$/)
assert.doesNotMatch(guarded.requests[1] ?? '', /Mistakes of earlier outputs/)
