/**
 * What the loop detector blames, by sequences of calls that a person labelled: `held.txt` was written before the rule,
 * `tuned.txt` beside it.
 */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { readFileSync } from 'node:fs'
import { guardedCall, openSession, type Tool, type Turn } from '../../lib/index.js'
import { ROOT } from '../helpers/docs-examples.js'

// -- reading

interface Step {
  readonly label: 'run' | 'refuse' | 'either'
  readonly tool: string
  readonly args: object
  readonly came: string
}

interface Sequence {
  readonly name: string
  /** Turns of steps; a batch is asked for at once. */
  readonly turns: ReadonlyArray<ReadonlyArray<Step | ReadonlyArray<Step>>>
}

const LINE = /^([!?] )?(\w+) (\{.*\})(?: x(\d+))? : (.+)$/

const sequenceOf = (text: string): Sequence => {
  const [name = '', ...lines] = text.trim().split('\n')
  const turns: Array<Array<Step | Array<Step>>> = [[]]
  let batch: Array<Step> | undefined
  let at = 0
  for (const line of lines.filter((each) => each !== '')) {
    if (line === '--') turns.push([])
    else if (line === 'batch') turns.at(-1)?.push((batch = []))
    else if (line === 'end') batch = undefined
    else {
      const [, mark, tool, args, times, came] = LINE.exec(line) ?? []
      if (tool === undefined || args === undefined || came === undefined)
        throw new Error(`no line of a sequence: ${line}`)
      const label = mark === '! ' ? 'refuse' : mark === '? ' ? 'either' : 'run'
      for (let i = 0; i < Number(times ?? 1); i++) {
        const n = String(++at)
        const step: Step = {
          label,
          tool,
          args: JSON.parse(args.replaceAll('$', n)) as object,
          came: came.replaceAll('$', n)
        }
        ;(batch ?? turns.at(-1))?.push(step)
      }
    }
  }
  return { name, turns }
}

const sequencesIn = (file: string): ReadonlyArray<Sequence> =>
  readFileSync(`${ROOT}spec/corpus/blame/${file}`, 'utf8').split(/^== /m).slice(1).map(sequenceOf)

// -- what comes back

const networkFault = (code: string, at: string): Error => {
  const [, host = at, port = ''] = /^(.*):(\d+)$/.exec(at) ?? []
  if (code === 'ENOTFOUND')
    return Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code, syscall: 'getaddrinfo', hostname: host })
  if (code === 'ECONNRESET' && at !== '')
    return Object.assign(new Error('read ECONNRESET'), {
      code,
      socket: { remoteAddress: host, remotePort: Number(port) }
    })
  const place = at === '' ? {} : { address: host, port: Number(port) }
  return Object.assign(new Error(`connect ${code}${at === '' ? '' : ` ${at}`}`), { code, syscall: 'connect', ...place })
}

const comeBack = (came: string, n: number): unknown => {
  const [kind = '', ...words] = came.split(' ')
  const rest = words.join(' ')
  if (kind === 'ok') return JSON.stringify({ answer: `news ${n} ${'abcdefghijklmnopqrstuvwxyz'[n % 26]}` })
  if (kind === 'drift') return JSON.stringify({ reply: n })
  if (kind === 'says') return JSON.stringify({ error: rest })
  if (kind === 'timeout') throw new DOMException('The operation timed out.', 'TimeoutError')
  if (kind === 'status') {
    const [status = '', ...said] = words
    const data = { error: said.join(' ') }
    throw Object.assign(new Error(`Request failed with status code ${status}`), {
      response: { status: Number(status), data }
    })
  }
  throw Object.assign(new TypeError('fetch failed'), { cause: networkFault(kind, rest) })
}

// -- running

const Answer = t.type({ answer: t.string })

interface Verdict {
  readonly step: Step
  readonly refused: boolean
}

const play = async ({ name, turns }: Sequence): Promise<ReadonlyArray<Verdict>> => {
  const session = openSession({ budget: { read: 20 } })
  const verdicts: Array<Verdict> = []
  let n = 0
  const calls = new Map<string, (turn: Turn, step: Step) => Promise<E.Either<{ code: string }, unknown>>>()
  const callOf = (tool: string) => {
    const known = calls.get(tool)
    if (known !== undefined) return known
    const waiting = new Map<string, string>()
    const place: Partial<Tool<unknown>> = tool === 'stock' ? { place: (args) => (args as { site: string }).site } : {}
    const run = async (args: unknown): Promise<unknown> => {
      await Promise.resolve()
      return comeBack(waiting.get(JSON.stringify(args)) ?? '', ++n)
    }
    const call = guardedCall<unknown, { answer: string }>({ name: tool, effect: 'read', run, ...place }, Answer)
    const made = (turn: Turn, { args, came }: Step) => {
      waiting.set(JSON.stringify(args), came)
      return turn.run(call.fromModel(args))
    }
    calls.set(tool, made)
    return made
  }
  const make = async (turn: Turn, step: Step): Promise<void> => {
    const result = await callOf(step.tool)(turn, step)
    const code = E.isLeft(result) ? result.left.code : 'right'
    expect(code, `${name}: budget`).not.to.equal('retry_budget_exceeded')
    if (code !== 'loop_detected') expect(code === 'right', `${name}: ${step.came} ${code}`).to.equal(step.came === 'ok')
    verdicts.push({ step, refused: code === 'loop_detected' })
  }
  for (const steps of turns) {
    const turn = session.openTurn()
    for (const step of steps)
      if ('tool' in step) await make(turn, step)
      else await Promise.all(step.map((each) => make(turn, each)))
  }
  return verdicts
}

describe('what the loop detector blames', () => {
  for (const [file, least] of [
    ['held.txt', 22],
    ['tuned.txt', 22]
  ] as const)
    it(`refuses what a person would, and nothing else: ${file}`, async () => {
      const sequences = sequencesIn(file)
      expect(sequences.length).to.be.at.least(least)
      const wrong: Array<string> = []
      const count = { right: 0, refusedWrongly: 0, missed: 0 }
      for (const sequence of sequences)
        for (const { step, refused } of await play(sequence)) {
          if (refused && step.label === 'refuse') count.right++
          if (refused && step.label === 'run') count.refusedWrongly++
          if (!refused && step.label === 'refuse') count.missed++
          if (step.label !== 'either' && refused !== (step.label === 'refuse'))
            wrong.push(
              `${sequence.name}: ${step.tool} ${JSON.stringify(step.args)} was ${refused ? 'refused' : 'made'}`
            )
        }
      expect(count.right / (count.right + count.refusedWrongly), `precision; ${wrong.join('\n')}`).to.be.at.least(0.98)
      expect(count.right / (count.right + count.missed), `recall; ${wrong.join('\n')}`).to.be.at.least(0.98)
    })
})
