import { expect } from 'chai'

/** The processor time that something takes at its best: other programs do not count, and a quadratic one is slow every time. */
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

// Quadratic work takes hundreds of milliseconds here, and linear work a few.
const CHARS = 20_000

/** Four times as much of what repeats a part may not take ten times as long: quadratic would be sixteen. What is fast is not measured again. */
export const expectProportion = (part: string, run: (text: string) => unknown, before = ''): void => {
  const msOf = (chars: number): number => {
    const text = before + part.repeat(Math.ceil(chars / part.length))
    return fastestMs(() => void run(text))
  }
  const few = msOf(CHARS)
  if (few < 30) return
  const many = msOf(4 * CHARS)
  expect(many, `${JSON.stringify(before + part)}: ${few} ms, then ${many} ms`).to.be.below(few * 10)
}
