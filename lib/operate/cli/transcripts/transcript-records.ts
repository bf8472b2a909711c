/** Reads the calls of transcripts as the records that a recorder would have written of them. */
import { isFields } from '../../../core/foreign/index.js'
import { dataOf } from '../../../core/json/index.js'
import { effectOf } from '../../../core/calls/index.js'
import type { TrafficRecord } from '../../../traffic/traffic-record.js'
import type { ReadableCall } from '../../audit/conversation.js'
import { FORMATS } from '../../audit/formats/formats.js'
import { NO_TIME_MS } from '../../calibrate/period.js'
import type { InputFile } from '../../input/input-files.js'
import type { TextLines } from '../../input/lines.js'
import { LatestVersions } from './latest-versions.js'
import { readTranscripts, type UnreadableLine } from './read-transcripts.js'

type Calls = ReadonlyArray<TrafficRecord>

const isErrorOfGuard = (text: string): boolean => {
  const data = dataOf(text)
  return isFields(data) && 'error_class' in data
}

const recordOf = (call: ReadableCall, turnId: string, callId: string): TrafficRecord | undefined => {
  const { tool, args, answer, at = NO_TIME_MS, ms = 0 } = call
  if (answer === null || answer.refused || answer.isDisplay === true) return undefined
  const { outcome, code, text } = answer
  return {
    v: 1,
    at: new Date(at).toISOString(),
    tool,
    effect: effectOf(tool, undefined).effect,
    callId,
    turnId,
    args,
    ...(outcome === 'failed' ? { outcome: 'semantic_garbage', code: 'error_in_body' } : { outcome, code }),
    executed: outcome === 'right' ? 'yes' : 'unknown',
    ms,
    bytes: text.length,
    // What a guard said in place of the tool is not the tool's response.
    ...(code !== null && isErrorOfGuard(text) ? {} : { answer: { text } })
  }
}

/**
 * The records of a file's transcripts; without its later versions, where a log repeats the beginning of a conversation.
 * `onFault` receives unreadable lines.
 */
export async function* transcriptRecords(
  { path }: InputFile,
  lines: TextLines,
  onFault: (fault: UnreadableLine) => void = () => {}
): AsyncGenerator<Calls, void, undefined> {
  const versions = new LatestVersions<Calls>()
  for await (const batch of readTranscripts(lines)) {
    if ('reason' in batch) {
      onFault(batch)
      continue
    }
    for (const [at, { format, entries, continues }] of batch.transcripts.entries()) {
      const conversations = FORMATS[format].read(entries, continues)
      const records = conversations.flatMap(({ calls }, which) =>
        calls.flatMap((call, place) => {
          const name = `${path}:${batch.line}:${at}:${which}`
          const record = call === null ? undefined : recordOf(call, `${name}:${call.turn}`, `${name} ${place}`)
          return record === undefined ? [] : [record]
        })
      )
      yield* versions.add(entries, records)
    }
  }
  yield* versions.rest()
}
