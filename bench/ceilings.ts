/**
 * Two turns as they were seen in the wild, with ceilings and without: 3,451 different calls one after the other, and
 * 792 at once.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall, openSession, toModelText } from '../lib/index.js'
import type { BudgetOptions } from '../lib/guard/settings.js'

const DIFFERENT = 3_451
const AT_ONCE = 792
const TOOL_MS = 5

const ANSWER = JSON.stringify({ rows: Array.from({ length: 20 }, (_, id) => ({ id, name: `row ${id}` })) })

const turnWith = (budget: BudgetOptions) => openSession({ budget, loop: false }).openTurn()

interface Outcome {
  readonly ran: number
  readonly mostAtOnce: number
  readonly ms: number
  /** Characters that the model reads: of responses, and of refusals. */
  readonly read: number
  readonly refusals: number
}

const measured = async (budget: BudgetOptions, calls: number, atOnce: boolean): Promise<Outcome> => {
  let [ran, running, mostAtOnce, read, refusals] = [0, 0, 0, 0, 0]
  const answer = async (): Promise<string> => {
    ran += 1
    mostAtOnce = Math.max(mostAtOnce, (running += 1))
    if (atOnce) await new Promise((resolve) => setTimeout(resolve, TOOL_MS))
    running -= 1
    return ANSWER
  }
  const search = guardedCall({ name: 'search', effect: 'read', run: answer }, t.unknown)
  const turn = turnWith(budget)
  const began = performance.now()
  const one = async (page: number): Promise<void> => {
    const result = await turn.run(search({ page }))
    const chars = toModelText(result).length
    if (E.isLeft(result)) refusals += chars
    else read += chars
  }
  const pages = Array.from({ length: calls }, (_, page) => page)
  if (atOnce) await Promise.all(pages.map(one))
  else for (const page of pages) await one(page)
  return { ran, mostAtOnce, ms: performance.now() - began, read, refusals }
}

const row = (what: string, { ran, mostAtOnce, ms, read, refusals }: Outcome): string =>
  `| ${[what, ran, mostAtOnce, ms.toFixed(0), read, refusals].join(' | ')} |`

const BUDGETS: ReadonlyArray<readonly [string, BudgetOptions]> = [
  ['without ceilings', {}],
  ['`calls: 500`', { calls: 500 }],
  ['`chars: 100_000`', { chars: 100_000 }],
  ['`atOnce: 8`', { atOnce: 8 }]
]

const lines = [
  '| turn | ran | most at once | ms | characters of responses | of refusals |',
  '|---|---|---|---|---|---|'
]
// The first turns of a process are slower than all others.
await measured({}, DIFFERENT, false)
for (const [calls, atOnce] of [
  [DIFFERENT, false],
  [AT_ONCE, true]
] as const)
  for (const [name, budget] of BUDGETS)
    lines.push(row(`${calls} ${atOnce ? 'at once' : 'different'}, ${name}`, await measured(budget, calls, atOnce)))
process.stdout.write(`${lines.join('\n')}\n`)
