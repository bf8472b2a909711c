/** A secret that every test request carries; wherever it shows up, something leaked. */

/** The HTTP specs put it into headers, queries, reason phrases and whatever else a service may say. */
export const CANARIES: ReadonlyArray<string> = ['canary-5f0d1c7e', 's3cret-canary']

let leaks: Array<string> = []

const scan = (where: string, text: string): void => {
  for (const canary of CANARIES) if (text.includes(canary)) leaks.push(`${canary} in ${where}: ${text.slice(0, 200)}`)
}

/** Looks at a text that a model, a log or an operator gets to see. */
export const watchShown = (where: string, value: unknown): void =>
  scan(where, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** The leaks since it was last asked. */
export const takeLeaks = (): ReadonlyArray<string> => {
  const found = leaks
  leaks = []
  return found
}

let printed = 0

/** How often the process has printed something since it was watched. */
export const timesPrinted = (): number => printed

/** Watches what the process prints; gives the function that stops. */
export const watchOutput = (): (() => void) => {
  const streams = [process.stdout, process.stderr]
  const writes = streams.map((stream) => stream.write.bind(stream))
  for (const [i, stream] of streams.entries()) {
    stream.write = ((chunk: string | Uint8Array, ...rest: ReadonlyArray<never>) => {
      printed++
      scan('the output', typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1'))
      return writes[i]?.(chunk, ...rest) ?? true
    }) as typeof stream.write
  }
  return () => {
    for (const [i, stream] of streams.entries())
      if (writes[i] !== undefined) stream.write = writes[i] as typeof stream.write
  }
}
