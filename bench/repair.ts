/**
 * Prints what it takes to have 200 broken calls repaired: re-asks and their tokens, with feedback that names each field
 * and with a blind retry of the same scripted model. The model corrects exactly what a line names. Told nothing, it
 * writes each wrong field right with a given chance and leaves the right ones alone, which is kinder to the blind retry
 * than models are.
 */
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { guardedCall } from '../lib/guard/guarded-call.js'
import { openTurn } from '../lib/guard/session.js'
import { repairArguments, type RepairArgumentsOptions } from '../lib/feedback/repair-arguments.js'
import { brokenArguments, withPlace, type Break, type BrokenArguments } from '../spec/feedback/broken-arguments.js'
import { corrected } from '../spec/feedback/corrections.js'

const CASES = 200
const MAX_RETRIES = 10
const BLIND = 'The tool call failed: invalid arguments. Please try again.'

// -- the model

/** mulberry32: the same run every time. */
const random = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Model = (feedback: string, args: unknown) => { readonly read: string; readonly args: unknown }

const listening =
  ({ intended }: BrokenArguments): Model =>
  (feedback, args) => ({ read: feedback, args: corrected(feedback, args, intended) })

const guessing =
  (chance: number, next: () => number) =>
  ({ intended, broken }: BrokenArguments): Model => {
    let wrong: ReadonlyArray<Break> = broken
    return () => {
      wrong = wrong.filter(() => next() >= chance)
      return { read: BLIND, args: wrong.reduce<unknown>((data, { path, put }) => withPlace(data, path, put), intended) }
    }
  }

// -- one case

const total = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)

const tokens = (...texts: ReadonlyArray<string>): number => Math.ceil(texts.join('').length / 4)

interface Taken {
  readonly right: boolean
  readonly reasks: number
  readonly tokens: number
}

const play = async (broken: BrokenArguments, model: Model): Promise<Taken> => {
  const ask: RepairArgumentsOptions['ask'] = (feedback, _attempt, { args }) => {
    const answer = model(feedback, args)
    return { args: answer.args, usage: tokens(answer.read, JSON.stringify(args), JSON.stringify(answer.args)) }
  }
  const call = guardedCall({ name: 'any', effect: 'read', args: broken.codec, run: () => 1 }, t.number)
  const turn = openTurn()
  const result = await turn.run(repairArguments(call, { ask, maxRetries: MAX_RETRIES })(broken.sent))
  const repair = turn.calls[0]?.repair
  return {
    right: E.isRight(result),
    reasks: repair?.retries ?? 0,
    tokens: total((repair?.usage ?? []) as ReadonlyArray<number>)
  }
}

// -- the table

const share = (taken: ReadonlyArray<Taken>, reasks: number): string =>
  `${((100 * taken.filter((each) => each.right && each.reasks <= reasks).length) / taken.length).toFixed(1)} %`

const cases = fc.sample(brokenArguments, { numRuns: CASES, seed: 6 })
const contestants: ReadonlyArray<readonly [string, (broken: BrokenArguments) => Model]> = [
  ['feedback, a line a field', listening],
  ...[0.75, 0.5, 0.25].map((chance, i) => [`blind, chance ${chance}`, guessing(chance, random(i + 1))] as const)
]

console.log(
  `${CASES} calls, ${total(cases.map(({ broken }) => broken.length))} wrong fields, at most ${MAX_RETRIES} re-asks a call.`
)
console.log(
  'Tokens: what is read and written for a re-ask, at 4 characters a token; the conversation that is sent along each time is not counted.'
)
console.log()
console.log(
  `${''.padEnd(26)}${['re-asks', 'a call', 'in one', 'in two', 'tokens', 'a call'].map((head) => head.padStart(10)).join('')}`
)
for (const [name, model] of contestants) {
  const taken = await Promise.all(cases.map((each) => play(each, model(each))))
  const [reasks, spent] = [total(taken.map((each) => each.reasks)), total(taken.map((each) => each.tokens))]
  const cells = [
    String(reasks),
    (reasks / CASES).toFixed(2),
    share(taken, 1),
    share(taken, 2),
    String(spent),
    (spent / CASES).toFixed(0)
  ]
  console.log(`${name.padEnd(26)}${cells.map((cell) => cell.padStart(10)).join('')}`)
}
