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

const MAX_NAMES = 100

/** What the files tell of the tools of these names. */
export const readRecorded = async (
  paths: ReadonlyArray<string>,
  names: ReadonlyArray<string>,
  terminal: Terminal
): Promise<Recorded> => {
  // Of few responses nobody knows which keys are always there.
  const drafting = new CodecDrafts({ enough: MANY_ANSWERS })
  const wanted = new Set(names)
  const args = new Map<string, Set<string>>()
  const strangers = new Set<string>()
  const take = (record: TrafficRecord): void => {
    const tool = wanted.has(record.tool) ? record.tool : ownName(record.tool)
    if (!wanted.has(tool)) {
      if (strangers.size < MAX_NAMES) strangers.add(record.tool)
      return
    }
    const known = args.get(tool) ?? new Set<string>()
    args.set(tool, known)
    for (const key of Object.keys(asFields(record.args))) if (known.size < MAX_NAMES) known.add(key)
    drafting.record({ ...record, tool })
  }
  if (paths.length > 0) await withRecordings(paths, terminal, (source) => forEachRecord(source, take), identity)
  const drafts = new Map(drafting.drafts.map((draft) => [draft.tool, draft]))
  const tools = [...args].map(([name, its]) => [name, { draft: drafts.get(name), args: [...its] }] as const)
  const texts = drafting.without.filter(({ plain }) => plain > 0).map(({ tool }) => tool)
  return { tools: new Map(tools), texts, strangers: [...strangers].sort() }
}
