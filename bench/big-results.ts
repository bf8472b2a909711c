/**
 * Replays recorded conversations against `resultHandles` and the offloader of Strands: how many characters a model is
 * handed, and whether each value that the recorded agent used later is in the preview, or found by a read. `node
 * built/bench/big-results.js FOLDER [OVER]`: one origin a file (`*.jsonl`, those set aside in `held/`), one
 * conversation a line, `{ "calls": [{ "args": "…", "result": "…" }] }`. Strands is measured where `npm ci --prefix
 * spec/sdk` was run.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTurn, toModelText } from '../lib/index.js'
import { resultHandles, type ResultHandle } from '../lib/results/index.js'

interface Conversation {
  readonly calls: ReadonlyArray<{ readonly args: string; readonly result: string | null }>
}

// The offloader of Strands begins at 2,500 tokens of four characters.
const OVER = Number(process.argv[3] ?? 10_000)
const MAX_VALUES = 40

// -- what was used

const leavesOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : typeof value === 'string' || typeof value === 'number'
      ? [String(value)]
      : []

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

// A whole value, or the names and numbers in a longer one: a query, a path, a script.
const valuesOf = (args: string): ReadonlyArray<string> =>
  leavesOf(parsed(args)).flatMap((leaf) => [leaf, ...(leaf.match(/[\w./-]{8,}/g) ?? [])])

/** The values that stand in this result, in arguments after it, and in nothing before it. */
const usedOf = ({ calls }: Conversation, at: number): ReadonlyArray<string> => {
  const result = calls[at]?.result ?? ''
  const before = calls.slice(0, at).flatMap(({ args, result: earlier }) => [args, earlier ?? ''])
  before.push(calls[at]?.args ?? '')
  const later = new Set(calls.slice(at + 1).flatMap(({ args }) => valuesOf(args)))
  return [...later]
    .filter((value) => value.length >= 4 && value.length <= 200 && !value.includes('\n') && result.includes(value))
    .filter((value) => !before.some((text) => text.includes(value)))
    .slice(0, MAX_VALUES)
}

// -- the ways

interface Kept {
  readonly preview: string
  readonly find: (value: string) => Promise<string>
}
type Keep = (result: string) => Promise<Kept | undefined>

const byHandles = (): Keep => {
  const results = resultHandles({ over: OVER, keepBytes: 64 * 1024 * 1024 })
  return async (result) => {
    const handle = await results.instead(result)
    if (handle === undefined) return undefined
    const find = async (value: string) =>
      toModelText(
        await openTurn({ logger: false }).run(results.reader({ ref: (handle as ResultHandle).ref, find: value }))
      )
    return { preview: JSON.stringify(handle), find }
  }
}

const SDK = new URL('../../spec/sdk/node_modules/@strands-agents/sdk/dist/src/', import.meta.url)

interface Offloading {
  readonly initAgent: (agent: object) => void
  readonly getTools: () => ReadonlyArray<{ readonly invoke: (input: object, context?: object) => Promise<unknown> }>
}

const byStrands = async (): Promise<Keep | undefined> => {
  if (!existsSync(SDK)) return undefined
  const load = async (path: string) => (await import(new URL(path, SDK).href)) as Readonly<Record<string, never>>
  const { ContextOffloader } = (await load('vended-plugins/context-offloader/index.js')) as unknown as {
    readonly ContextOffloader: new (config: object) => Offloading
  }
  const { ToolResultBlock, TextBlock, JsonBlock } = (await load('types/messages.js')) as unknown as Readonly<
    Record<'ToolResultBlock' | 'TextBlock' | 'JsonBlock', new (fields: unknown) => object>
  >
  const plugin = new ContextOffloader({ evictAfterCycles: null })
  let handle: ((event: object) => Promise<void>) | undefined
  const agent = {
    metrics: { cycleCount: 0 },
    // It counts characters where no model counts tokens.
    model: { countTokens: async (messages: unknown) => Math.ceil(JSON.stringify(messages).length / 4) },
    addHook: (_event: unknown, callback: (event: object) => Promise<void>) => {
      handle ??= callback
    }
  }
  plugin.initAgent(agent)
  const [retrieve] = plugin.getTools()
  let serial = 0
  return async (result) => {
    // What its own tools return as data is written with line ends, which its search needs.
    const json = parsed(result)
    const toolUse = { toolUseId: `t${++serial}`, name: 'tool', input: {} }
    const event = {
      agent,
      toolUse,
      tool: undefined,
      result: new ToolResultBlock({
        toolUseId: toolUse.toolUseId,
        status: 'success',
        content: [typeof json === 'object' ? new JsonBlock({ json }) : new TextBlock(result)]
      })
    }
    const given = event.result
    await handle?.(event)
    if (event.result === given) return undefined
    const { content } = event.result as { readonly content: ReadonlyArray<{ readonly text?: string }> }
    const preview = content.map(({ text }) => text).join('\n')
    const [, reference] = /\[Stored references:\]\s+(\S+)/.exec(preview) ?? []
    const find = async (value: string): Promise<string> => {
      const found = await retrieve?.invoke(
        { reference, pattern: value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') },
        { agent, toolUse }
      )
      return typeof found === 'string' ? found : JSON.stringify(found)
    }
    return { preview, find }
  }
}

// -- measuring

interface Figures {
  results: number
  /** Characters of all results, and of those that were kept. */
  all: number
  before: number
  handed: number
  reads: number
  used: number
  shown: number
  found: number
}

// A value is the same written as JSON, where a text of JSON was read.
const holds = (text: string, value: string): boolean =>
  text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)) || parsedTexts(text).includes(value)

const parsedTexts = (text: string): string => leavesOf(parsed(text)).join('\n')

const measure = async (conversations: Iterable<Conversation>, keep: Keep): Promise<Figures> => {
  const figures: Figures = { results: 0, all: 0, before: 0, handed: 0, reads: 0, used: 0, shown: 0, found: 0 }
  for (const conversation of conversations)
    for (const [at, { result }] of conversation.calls.entries()) {
      const kept = result === null || result.length <= OVER ? undefined : await keep(result)
      if (result === null) continue
      figures.all += result.length
      if (kept === undefined) continue
      figures.results += 1
      figures.before += result.length
      figures.handed += kept.preview.length
      const read = new Set<string>()
      for (const value of usedOf(conversation, at)) {
        figures.used += 1
        if (holds(kept.preview, value) || [...read].some((text) => holds(text, value))) {
          figures.shown += 1
          continue
        }
        const text = await kept.find(value)
        figures.handed += text.length
        figures.reads += 1
        read.add(text)
        if (holds(text, value)) figures.found += 1
      }
    }
  return figures
}

function* conversationsIn(path: string): Generator<Conversation> {
  for (const line of readFileSync(path, 'utf8').split('\n')) if (line !== '') yield JSON.parse(line) as Conversation
}

const percent = (part: number, whole: number): string => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`)

const [folder = '.'] = process.argv.slice(2)
const origins = [folder, join(folder, 'held')].flatMap((half, isHeld) =>
  existsSync(half)
    ? readdirSync(half)
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => ({ half: isHeld === 0 ? 'tune' : 'held', path: join(half, name), name: name.slice(0, -6) }))
    : []
)
const strands = await byStrands()
const ways = { handles: byHandles, ...(strands === undefined ? {} : { Strands: () => strands }) }
const rows: Array<Record<string, unknown>> = []
for (const [way, make] of Object.entries(ways))
  for (const half of ['tune', 'held']) {
    const sum: Figures = { results: 0, all: 0, before: 0, handed: 0, reads: 0, used: 0, shown: 0, found: 0 }
    for (const { path, name } of origins.filter((origin) => origin.half === half)) {
      const one = await measure(conversationsIn(path), make())
      for (const key of Object.keys(sum) as ReadonlyArray<keyof Figures>) sum[key] += one[key]
      if (process.argv.includes('--origins')) rows.push(rowOf(way, half, name, one))
    }
    rows.push(rowOf(way, half, 'all', sum))
  }
console.table(rows)

function rowOf(
  way: string,
  half: string,
  origin: string,
  { results, all, before, handed, reads, used, shown, found }: Figures
) {
  return {
    way,
    half,
    origin,
    'results kept': results,
    'their characters': before,
    'handed on, reads included': percent(handed, before),
    'of all characters': percent(all - before + handed, all),
    reads,
    'values used later': used,
    'in the preview': percent(shown, used),
    'in it or by one read': percent(shown + found, used)
  }
}
