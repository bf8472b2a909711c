/**
 * Makes facts of recorded agents: `node built/bench/replay/facts.js FOLDER HALF > facts.jsonl`. A recording is a file
 * of lines `{ origin, kind, repo, calls: [{ tool, args, result, error, message, turn }] }`. Nothing of a conversation
 * is kept but what was equal to what.
 */
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { alike } from '#core/errors'
import { isReportIn } from '#core/failure'
import { changesIn, effectIn } from './effects.js'

interface RecordedCall {
  readonly tool: string
  readonly args: string | null
  readonly result: string | null
  readonly error: boolean | null
  readonly message?: string | number
  readonly turn?: number
}

interface Recording {
  readonly origin: string
  readonly kind: string
  readonly repo: string
  readonly calls: ReadonlyArray<RecordedCall>
}

const numbering = (): ((of: string) => number) => {
  const known = new Map<string, number>()
  return (of) => {
    const number = known.get(of) ?? known.size
    known.set(of, number)
    return number
  }
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => [key, sorted(field)])
  )
}

const dataOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const fieldsOf = (data: unknown): Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : {}

// How programs say that they broke off, for recordings that flag nothing.
const CRASH =
  /^Traceback \(most recent call last\)|^\w*(Error|Exception): |: (command not found|No such file or directory)$|^Your proposed edit has introduced new syntax error/m

/**
 * 1 where the recording's protocol flags a failure, 2 where the response does in a field of its own, 3 where a program
 * says so.
 */
const failedIn = ({ error, result }: RecordedCall): 0 | 1 | 2 | 3 => {
  if (error === true) return 1
  const { object, success } = fieldsOf(dataOf(result ?? ''))
  if (object === 'error' || success === false) return 2
  return CRASH.test(result ?? '') ? 3 : 0
}

const factsOf = ({ origin, kind, repo, calls }: Recording, half: string): object | undefined => {
  const tool = numbering()
  const args = numbering()
  const answer = numbering()
  const masked = numbering()
  const message = numbering()
  const tools: string[] = []
  const times = new Map<string, number>()
  const rows = calls.map((call) => {
    const data = dataOf(call.args ?? '')
    const text = JSON.stringify(sorted(data))
    const at = tool(call.tool)
    tools[at] = call.tool
    const effect = effectIn(origin, call.tool)
    const row = [
      at,
      args(text),
      effect ?? 'u',
      call.turn ?? 0,
      call.result === null ? null : answer(call.result),
      call.result === null ? null : masked(alike(call.result)),
      failedIn(call),
      changesIn(effect, fieldsOf(data), text) ? 1 : 0,
      message(String(call.message)),
      // What the guard takes for the tool's own refusal: an input of a rule, never a label.
      effect === 'w' && call.result !== null && isReportIn(dataOf(call.result), call.error !== true) ? 1 : 0
    ]
    const key = `${at} ${String(row[1])}`
    times.set(key, (times.get(key) ?? 0) + 1)
    return row
  })
  if (![...times.values()].some((count) => count > 1)) return undefined
  return { half, kind, source: origin, repo, tools, calls: rows }
}

const [folder = '.', half = 'tune'] = process.argv.slice(2)
for (const name of readdirSync(folder).sort()) {
  if (!name.endsWith('.jsonl')) continue
  let conversations = 0
  let calls = 0
  let of: Recording | undefined
  for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
    const recording = JSON.parse(line) as Recording
    of = recording
    const facts = factsOf(recording, half)
    if (facts !== undefined) {
      process.stdout.write(`${JSON.stringify(facts)}\n`)
      continue
    }
    conversations += 1
    calls += recording.calls.length
  }
  // Without an equal call there is nothing to refuse.
  if (of !== undefined)
    process.stdout.write(
      `${JSON.stringify({ half, kind: of.kind, source: of.origin, repo: of.repo, conversations, calls })}\n`
    )
}
