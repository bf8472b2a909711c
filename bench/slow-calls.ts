/**
 * Remembers the slowest calls, how long each of their stages took, and whether the thread or the whole process stood
 * still meanwhile.
 */
import type { CallContext, CallRecord, Observer, Tool } from '../lib/index.js'

const BEAT_MS = 50
const MIN_STALL_MS = 250
const KEPT = 5

interface Stall {
  readonly from: number
  readonly to: number
  /** Time of the processor that this process used meanwhile: next to nothing where the machine let it wait. */
  readonly cpuMs: number
}

interface Course {
  readonly asked: number
  begun?: number
  answered?: number
}

interface SlowCall extends Course {
  readonly record: CallRecord
  readonly settled: number
}

export interface SlowCalls {
  readonly observer: Observer
  /** A tool whose own time is told from the guard's. */
  readonly timed: <Args>(tool: Tool<Args>) => Tool<Args>
  /** The slowest since it was last asked, slowest first, a line each. */
  readonly take: () => ReadonlyArray<string>
  /** Milliseconds that the process waited in all, without the work that it did meanwhile. */
  readonly waitedMs: () => number
  readonly stop: () => void
}

const since = (later: number | undefined, earlier: number): string =>
  later === undefined ? 'never' : `${(later - earlier).toFixed(0)} ms`

export const slowCalls = (overMs: number): SlowCalls => {
  const courses = new Map<string, Course>()
  let slowest: ReadonlyArray<SlowCall> = []
  let stalls: ReadonlyArray<Stall> = []

  let lastBeat = performance.now()
  let lastCpu = process.cpuUsage()
  let waited = 0
  const note = (): void => {
    const now = performance.now()
    const cpu = process.cpuUsage(lastCpu)
    const stall = { from: lastBeat, to: now, cpuMs: (cpu.user + cpu.system) / 1_000 }
    if (now - lastBeat >= MIN_STALL_MS) {
      stalls = [...stalls.slice(-999), stall]
      waited += Math.max(0, now - lastBeat - stall.cpuMs)
    }
    lastBeat = now
    lastCpu = process.cpuUsage()
  }
  const beat = setInterval(note, BEAT_MS)
  beat.unref()

  const lineOf = ({ record, asked, begun, answered, settled }: SlowCall): string => {
    const met = stalls.filter(({ from, to }) => to > asked && from < settled)
    const stood = met.reduce((sum, { from, to }) => sum + Math.min(to, settled) - Math.max(from, asked), 0)
    const busy = met.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
    return `${record.tool} ${record.code ?? 'right'} ${since(settled, asked)}: admitted after ${since(begun, asked)}, the tool answered ${since(answered, begun ?? asked)} later; the thread stood still for ${stood.toFixed(0)} ms of it, in which the process worked ${busy.toFixed(0)} ms`
  }

  return {
    observer: {
      start: ({ callId }) => {
        const course: Course = { asked: performance.now() }
        courses.set(callId, course)
        return {
          around: (run) => {
            course.begun = performance.now()
            run()
          },
          end: (record) => {
            courses.delete(callId)
            const settled = performance.now()
            if (settled - course.asked < overMs) return
            slowest = [...slowest, { ...course, record, settled }]
              .sort((a, b) => b.settled - b.asked - (a.settled - a.asked))
              .slice(0, KEPT)
          }
        }
      }
    },
    timed: (tool) => ({
      ...tool,
      run: (args, context: CallContext) => {
        const answered = (): void => {
          const course = courses.get(context.callId)
          if (course !== undefined) course.answered = performance.now()
        }
        const answer = tool.run(args, context)
        if (answer instanceof Promise) answer.then(answered, answered)
        else answered()
        return answer
      }
    }),
    take: () => {
      note()
      const lines = slowest.map(lineOf)
      slowest = []
      return lines
    },
    waitedMs: () => waited,
    stop: () => clearInterval(beat)
  }
}
