/**
 * Replays recordings through the guard itself, in place, and counts characters: `node built/bench/replay/guarded.js
 * FOLDER`. Recordings as in facts.ts: the texts of conversations stay out of the repository. Each tool returns what was
 * recorded, and throws what was flagged as a failure.
 */
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as E from 'fp-ts/lib/Either.js'
import { alike } from '#core/errors'
import { guardFunctions, openSession, ToolCallError, toModelText } from '../../lib/index.js'
import { effectIn, type Effect } from './effects.js'

interface RecordedCall {
  readonly tool: string
  readonly args: string | null
  readonly result: string | null
  readonly error: boolean | null
}

interface Recording {
  readonly origin: string
  readonly conversation: string
  readonly calls: ReadonlyArray<RecordedCall>
}

const RULES: Readonly<Record<Effect, object>> = {
  r: { effect: 'read' },
  i: { effect: 'write', idempotent: true },
  w: { effect: 'write' },
  s: { effect: 'write', maxIdenticalCalls: 50 }
}

interface Tally {
  conversations: number
  calls: number
  refused: number
  refusals: number
  replaced: number
  later: number
  longestLater: number
  longer: number
  changed: number
  codes: Record<string, Record<News, number>>
}

/** Whether the refused call had brought something else than the equal one before it. */
type News = 'same' | 'other' | 'unknown'

const newsOf = (last: RecordedCall | undefined, { result, error }: RecordedCall): News => {
  if (last === undefined || last.result === null || result === null) return 'unknown'
  if (last.result === result) return 'same'
  return last.error === true && error === true && alike(last.result) === alike(result) ? 'same' : 'other'
}

const fieldsOf = (text: string | null): object => {
  try {
    const data: unknown = JSON.parse(text ?? '')
    return typeof data === 'object' && data !== null ? data : { value: data }
  } catch {
    return { value: text }
  }
}

const replay = async ({ origin, calls }: Recording, declared: boolean, tally: Tally): Promise<void> => {
  const names = [...new Set(calls.map(({ tool }) => tool))]
  let current: RecordedCall | undefined
  let ran = false
  const told = (): string => {
    ran = true
    if (current?.error === true) throw new Error(current.result ?? '')
    return current?.result ?? ''
  }
  const session = openSession({ logger: false })
  const ruled = names.flatMap((name) => {
    const effect = effectIn(origin, name)
    return declared && effect !== undefined ? [[name, RULES[effect]] as const] : []
  })
  const tools = guardFunctions(Object.fromEntries(names.map((name) => [name, (_: object) => told()])), {
    turn: session.openTurn(),
    rules: Object.fromEntries(ruled)
  })
  const seen = new Set<string>()
  const latest = new Map<string, RecordedCall>()
  let spent = 0
  for (const call of calls) {
    const key = `${call.tool} ${call.args}`
    current = call
    ran = false
    let text = ''
    try {
      text = await (tools[call.tool] as (args: object) => Promise<string>)(fieldsOf(call.args))
      if (text !== (call.result ?? '')) tally.changed += 1
    } catch (thrown) {
      if (!(thrown instanceof ToolCallError)) throw thrown
      text = toModelText(E.left(thrown.toolError))
      if (!ran) {
        const { code, detail, hint } = thrown.toolError
        const short = detail.length + (hint?.length ?? 0)
        if (seen.has(key)) {
          tally.later += 1
          tally.longestLater = Math.max(tally.longestLater, short)
          if (process.env['SHOW'] !== undefined && short > 160) console.log(code, '|', detail, '|', hint)
        }
        seen.add(key)
        tally.refused += 1
        const counted = (tally.codes[code] ??= { same: 0, other: 0, unknown: 0 })
        counted[newsOf(latest.get(key), call)] += 1
        tally.refusals += text.length
        tally.replaced += (call.result ?? '').length
        spent += text.length - (call.result ?? '').length
      }
    }
    latest.set(key, call)
    tally.calls += 1
  }
  tally.conversations += 1
  if (spent > 0) tally.longer += 1
}

const [folder = '.', only = ''] = process.argv.slice(2)
for (const declared of [false, true]) {
  console.log(`\n${declared ? 'Declared' : 'Nothing declared'}\n`)
  console.log(
    '| source | conversations | calls | refused | characters of refusals | of the responses that they replace | later refusals: longest detail and hint | conversations longer | responses changed | codes |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |'
  )
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.jsonl') || !name.startsWith(only)) continue
    const tally: Tally = {
      conversations: 0,
      calls: 0,
      refused: 0,
      refusals: 0,
      replaced: 0,
      later: 0,
      longestLater: 0,
      longer: 0,
      changed: 0,
      codes: {}
    }
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) }))
      await replay(JSON.parse(line) as Recording, declared, tally)
    const { conversations, calls, refused, refusals, replaced, later, longestLater, longer, changed, codes } = tally
    console.log(
      `| ${name.replace('.jsonl', '')} | ${conversations} | ${calls} | ${refused} | ${refusals} | ${replaced} | ${later}: ${longestLater} | ${longer} | ${changed} | ${JSON.stringify(codes)} |`
    )
  }
}
