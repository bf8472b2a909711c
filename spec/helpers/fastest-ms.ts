/** How long something takes at its best: a busy machine makes it slower, never faster, and a quadratic one is slow every time. */
export const fastestMs = (run: () => void, attempts = 4): number => {
  let fastest = Number.POSITIVE_INFINITY
  for (let i = 0; i < attempts; i++) {
    const started = performance.now()
    run()
    fastest = Math.min(fastest, performance.now() - started)
    if (fastest < 10) break
  }
  return fastest
}
