/** Reads what was recorded of tools: recordings of guarded calls, or transcripts of any format. */
import { identity } from 'fp-ts/lib/function.js'
import { asFields } from '../../../core/foreign/index.js'
import type { TrafficRecord } from '../../../traffic/traffic-record.js'
import { ownName } from '../../audit/known-tools.js'
import { CodecDrafts } from '../../calibrate/infer/infer.js'
import type { DraftedCodec } from '../../calibrate/infer/draft-module.js'
import { MANY_ANSWERS } from '../../calibrate/infer/shape-stats.js'
import { forEachRecord } from '../../calibrate/read/read-records.js'
import { withRecordings } from '../calibrate/recordings.js'
import type { Terminal } from '../terminal.js'

// -- model

/** What was recorded of one tool. */
export interface RecordedTool {
  /** A codec, drafted from its responses; undefined where none was JSON, or few were. */
  readonly draft: DraftedCodec | undefined
  /** The names of its arguments. */
  readonly args: ReadonlyArray<string>
}

export interface Recorded {
  readonly tools: ReadonlyMap<string, RecordedTool>
  /** Tools most of whose responses are no JSON. */
  readonly texts: ReadonlyArray<string>
  /** The names of tools that are none of those asked for. */
  readonly strangers: ReadonlyArray<string>
}

// -- reading

const MAX_ARGS = 100

/** Collects the calls of known tools. */
class RecordedCalls {
  // Of few responses nobody knows which keys are always there.
  readonly drafting = new CodecDrafts({ enough: MANY_ANSWERS })
  readonly args = new Map<string, Set<string>>()
  readonly strangers = new Set<string>()

  constructor(readonly names: ReadonlySet<string>) {}

  /** The tool's own name; undefined for a call of another. */
  nameOf(recorded: string): string | undefined {
    const name = this.names.has(recorded) ? recorded : ownName(recorded)
    if (this.names.has(name)) return name
    if (this.strangers.size < MAX_ARGS) this.strangers.add(recorded)
    return undefined
  }

  noteArgs(name: string, args: unknown): void {
    const known = this.args.get(name) ?? new Set<string>()
    this.args.set(name, known)
    for (const key of Object.keys(asFields(args))) if (known.size < MAX_ARGS) known.add(key)
  }

  add(record: TrafficRecord): void {
    const name = this.nameOf(record.tool)
    if (name === undefined) return
    this.noteArgs(name, record.args)
    this.drafting.record({ ...record, tool: name })
  }
}

/** What the files tell of the tools of these names. */
export const readRecorded = async (
  paths: ReadonlyArray<string>,
  names: ReadonlyArray<string>,
  terminal: Terminal
): Promise<Recorded> => {
  const calls = new RecordedCalls(new Set(names))
  if (paths.length > 0)
    await withRecordings(paths, terminal, (source) => forEachRecord(source, (record) => calls.add(record)), identity)
  const drafts = new Map(calls.drafting.drafts.map((draft) => [draft.tool, draft]))
  const tools = [...calls.args].map(([name, args]) => [name, { draft: drafts.get(name), args: [...args] }] as const)
  const texts = calls.drafting.without.filter(({ plain }) => plain > 0).map(({ tool }) => tool)
  return { tools: new Map(tools), texts, strangers: [...calls.strangers].sort() }
}
