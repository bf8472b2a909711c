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

/** Four times as much may not take ten times as long: quadratic would be sixteen. What is fast is not measured again. */
export const expectProportion = (text: string, run: (text: string) => unknown, what: string): void => {
  const few = fastestMs(() => void run(text))
  if (few < 30) return
  const many = fastestMs(() => void run(text.repeat(4)))
  expect(many, `${what}: ${few} ms, then ${many} ms`).to.be.below(few * 10)
}
