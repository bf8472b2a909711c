/** Tells which parts of the library an input reaches, and about how often: V8's own counters. */
import { Session, type Profiler } from 'node:inspector'

export interface Coverage {
  /** What was reached since it was last asked: each part, and the size of its count. */
  readonly take: () => ReadonlyMap<string, number>
  readonly stop: () => void
}

const LIBRARY = /\/built\/lib\//

// 1, 2, 3-4, 5-8 … times: that a loop runs once more is nothing new for ever.
const sizeOf = (count: number): number => Math.ceil(Math.log2(count))

export const watchCoverage = (): Coverage => {
  const session = new Session()
  session.connect()
  const post = <A>(method: string, params: object = {}): A => {
    const answers: Array<A> = []
    // Within one thread the inspector answers at once.
    session.post(method, params, (error, answer) => {
      if (error !== null) throw error
      answers.push(answer as A)
    })
    return answers[0] as A
  }
  post('Profiler.enable')
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    take: () => {
      const { result } = post<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage')
      const reached = new Map<string, number>()
      for (const { scriptId, url, functions } of result) {
        if (!LIBRARY.test(url)) continue
        for (const { ranges } of functions) {
          for (const { startOffset, endOffset, count } of ranges) {
            if (count > 0) reached.set(`${scriptId}:${startOffset}-${endOffset}`, sizeOf(count))
          }
        }
      }
      return reached
    },
    stop: () => session.disconnect()
  }
}
