/** Reads what was recorded of tools: recordings of guarded calls, or transcripts of any format. */
import { FORMATS } from '../../audit/formats/formats.js'
import type { ReadableCall } from '../../audit/conversation.js'
import { asFields } from '../../../core/foreign/index.js'
import { Drafting } from '../../calibrate/infer/infer.js'
import type { DraftedCodec } from '../../calibrate/infer/draft-module.js'
import { MANY_ANSWERS } from '../../calibrate/infer/shape-stats.js'
import { forEachRecord, readRecords } from '../../calibrate/read/read-records.js'
import { LatestVersions } from '../audit/latest-versions.js'
import { expectDistinct, statRegular } from '../folder.js'
import { fileReason } from '../reason.js'
import type { Terminal } from '../terminal.js'
import { openInput } from '../transcripts/input.js'
import { readTextLines } from '../transcripts/lines.js'
import { MAX_TEXT_BYTES } from '../transcripts/read-text.js'
import { readTranscripts } from '../transcripts/read-transcripts.js'

// -- model

/** What was recorded of one tool. */
export interface RecordedTool {
  /** A codec, drafted from its responses; undefined where none was JSON. */
  readonly draft: DraftedCodec | undefined
  /** The names of its arguments. */
  readonly args: ReadonlyArray<string>
}

// -- reading

// Hosts of MCP servers put the server's name before the tool's.
const MCP_PREFIX = /^mcp__.+?__(?=.)/

const MAX_ARGS = 100

/** Collects the calls of known tools. */
class RecordedCalls {
  // Of few responses nobody knows which keys are always there.
  readonly drafting = new Drafting({ enough: MANY_ANSWERS })
  readonly args = new Map<string, Set<string>>()
  readonly strangers = new Set<string>()

  constructor(readonly names: ReadonlySet<string>) {}

  /** The tool's own name; undefined for a call of another. */
  nameOf(recorded: string): string | undefined {
    const name = this.names.has(recorded) ? recorded : recorded.replace(MCP_PREFIX, '')
    if (this.names.has(name)) return name
    if (this.strangers.size < MAX_ARGS) this.strangers.add(recorded)
    return undefined
  }

  noteArgs(name: string, args: unknown): void {
    const known = this.args.get(name) ?? new Set<string>()
    this.args.set(name, known)
    for (const key of Object.keys(asFields(args))) if (known.size < MAX_ARGS) known.add(key)
  }

  addCall({ tool, args, answer }: ReadableCall): void {
    const name = this.nameOf(tool)
    if (name === undefined) return
    this.noteArgs(name, args)
    if (answer !== null && answer.outcome === 'right') this.drafting.answer(name, answer.text)
  }
}

/** Whether the file, or the folder, holds recordings. */
const addRecordings = async (path: string, calls: RecordedCalls): Promise<boolean> => {
  const source = readRecords(path)
  await forEachRecord(source, (record) => {
    const name = calls.nameOf(record.tool)
    if (name === undefined) return
    calls.noteArgs(name, record.args)
    calls.drafting.record({ ...record, tool: name })
  })
  return source.count > 0
}

const addTranscripts = async (path: string, terminal: Terminal, calls: RecordedCalls): Promise<boolean> => {
  const input = await openInput(path, terminal.stdin, () => {})
  // A log of requests holds the beginning of each conversation again and again.
  const versions = new LatestVersions<ReadonlyArray<ReadableCall | null>>()
  const add = (all: ReadonlyArray<ReadonlyArray<ReadableCall | null>>): void => {
    for (const call of all.flat()) if (call !== null) calls.addCall(call)
  }
  let found = false
  try {
    for await (const batch of readTranscripts(readTextLines(input.bytes, MAX_TEXT_BYTES))) {
      if ('reason' in batch) continue
      for (const { format, entries, continues } of batch.transcripts) {
        found = true
        add(
          versions.add(
            entries,
            FORMATS[format].read(entries, continues).flatMap((one) => one.calls)
          )
        )
      }
    }
  } finally {
    input.close()
  }
  add(versions.rest())
  return found
}

const addFile = async (path: string, terminal: Terminal, calls: RecordedCalls): Promise<void> => {
  try {
    const isFolder = (await statRegular(path)).isDirectory()
    if ((await addRecordings(path, calls)) || (!isFolder && (await addTranscripts(path, terminal, calls)))) return
  } catch (error) {
    throw new Error(fileReason(path, error), { cause: error })
  }
  throw new Error(
    `${path} holds neither calls that \`recorder\` of guarded-call/traffic wrote, nor a transcript that \`guarded-call audit\` reads.`
  )
}

/** What the files tell of the tools of these names, and the names of tools that are none of them. */
export const readRecorded = async (
  paths: ReadonlyArray<string>,
  names: ReadonlyArray<string>,
  terminal: Terminal
): Promise<{ readonly tools: ReadonlyMap<string, RecordedTool>; readonly strangers: ReadonlyArray<string> }> => {
  expectDistinct(paths)
  const calls = new RecordedCalls(new Set(names))
  for (const path of paths) await addFile(path, terminal, calls)
  const drafts = new Map(calls.drafting.drafts.map((draft) => [draft.tool, draft]))
  const tools = [...calls.args].map(([name, args]) => [name, { draft: drafts.get(name), args: [...args] }] as const)
  return { tools: new Map(tools), strangers: [...calls.strangers].sort() }
}
