import { expect } from 'chai'

/**
 * The processor time that something takes at its best: other programs do not count, and a quadratic one is slow every
 * time.
 */
export const fastestMs = (run: () => void, attempts = 4): number => {
  let fastest = Number.POSITIVE_INFINITY
  for (let i = 0; i < attempts; i++) {
    const started = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(started)
    fastest = Math.min(fastest, (user + system) / 1_000)
    if (fastest < 10) break
  }
  return fastest
}

const CHARS = 25_000

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
  const [few, many] = [msOf(CHARS, 4), msOf(4 * CHARS, 4)]
  expect(many, `${JSON.stringify(before + part)}: ${few} ms, then ${many} ms`).to.be.below(few * 10)
}
