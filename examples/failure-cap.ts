/** A loop of one's own over a model that never gets its final answer right: a hundred steps would burn, four do. */
import { strict as assert } from 'node:assert'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { argumentFeedback, explain, failureCap, toModelText, type Issue, type ToolError } from 'guarded-call'

const Report = t.type({ total: t.number, currency: t.keyof({ EUR: null, USD: null }) }, 'Report')

const MAX_STEPS = 100

/** What one step of the model brings: its final report, or a call of another tool. */
type Move = { readonly report: unknown } | { readonly lookUp: string }

// A model that does not listen. It looks something up together with its report, which is no progress.
const stubborn = (_messages: ReadonlyArray<string>): ReadonlyArray<Move> => [
  { lookUp: 'totals' },
  { report: { total: 'about twelve', currency: 'EURO' } }
]

const issuesOf = (report: unknown): E.Either<ReadonlyArray<Issue>, unknown> =>
  E.mapLeft((errors: t.Errors) => explain(errors, { values: true }))(Report.decode(report))

interface Ended {
  readonly steps: number
  readonly error: ToolError | undefined
  readonly messages: ReadonlyArray<string>
}

const loop = (model: typeof stubborn, isCapped: boolean): Ended => {
  const cap = failureCap({ maxRetries: 3, codec: Report })
  const messages: Array<string> = ['Write the report.']
  for (let steps = 1; steps <= MAX_STEPS; steps++) {
    const moves = model(messages)
    const outputs = moves.flatMap((move) => ('report' in move ? [issuesOf(move.report)] : []))
    const ended = cap.step({ outputs, otherCalls: moves.flatMap((move) => ('lookUp' in move ? [true] : [])) })
    if (isCapped && O.isSome(ended)) return { steps, error: ended.value, messages }
    for (const output of outputs) {
      if (E.isRight(output)) return { steps, error: undefined, messages }
      messages.push(argumentFeedback(output.left))
    }
  }
  return { steps: MAX_STEPS, error: undefined, messages }
}

const without = loop(stubborn, false)
const capped = loop(stubborn, true)
const { error } = capped
assert.ok(error !== undefined)

console.log(`without a cap: ${without.steps} model calls; with one: ${capped.steps}`)
console.log('\nafter each of the first three the model reads\n')
console.log(capped.messages.at(-1)?.replace(/^/gm, '    '))
console.log('\nafter the fourth the loop ends with\n')
console.log(`    ${toModelText(E.left(error))}`)

assert.equal(without.steps, 100)
assert.equal(capped.steps, 4)
assert.equal(error.code, 'validation_cap_exceeded')
assert.match(
  error.detail,
  /^The structured output Report failed validation 4 consecutive times; the last time: - 'total': expected number, got 'about twelve'; - 'currency': /
)
