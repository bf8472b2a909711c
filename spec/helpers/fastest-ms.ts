import { expect } from 'chai'

const processorMs = (run: () => void): number => {
  const started = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000
}

const YARDSTICK = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}` })))
// Of the machine that bounds were written on.
const YARDSTICK_MS = 6

let slowness: number | undefined

/** How many times slower than that machine this one is, and 1 where it is faster; found once, so that ratios stay. */
const slownessHere = (): number =>
  (slowness ??= Math.max(
    1,
    Math.min(...[1, 2, 3].map(() => processorMs(() => void JSON.parse(YARDSTICK)))) / YARDSTICK_MS
  ))

/**
 * The processor time that something takes at its best, in milliseconds of one machine: other programs do not count, nor
 * that this machine is slow, and a quadratic one is slow every time.
 */
export const fastestMs = (run: () => void, attempts = 4): number => {
  // By the clock first, which is read for less: nothing takes more processor time.
  const started = performance.now()
  run()
  let fastest = performance.now() - started
  for (let i = 0; i < attempts && fastest >= 10; i++) fastest = Math.min(fastest, processorMs(run))
  return fastest < 10 ? fastest : fastest / slownessHere()
}

const CHARS = 25_000
// A system that counts processor time in ticks may count too little of a short run.
const ROUNDS = 3

/**
 * Four times as much of what repeats a part may not take ten times as long: quadratic would be sixteen. Only what seems
 * slow is measured again.
 */
export const expectProportion = (part: string, run: (text: string) => unknown, before = ''): void => {
  const msOf = (chars: number, attempts: number): number => {
    const text = before + part.repeat(Math.ceil(chars / part.length))
    return fastestMs(() => void run(text), attempts)
  }
  const once = msOf(4 * CHARS, 1)
  if (once < 30 || once < 10 * msOf(CHARS, 1)) return
  const rounds = Array.from({ length: ROUNDS }, () => [msOf(CHARS, 4), msOf(4 * CHARS, 4)] as const)
  const isSlow = rounds.every(([few, many]) => many >= few * 10)
  expect(
    isSlow,
    `${JSON.stringify(before + part)}, ms: ${rounds.map((round) => round.join(' then ')).join(', ')}`
  ).to.equal(false)
}
