/** Runs codecs and checks against recorded traffic, and judges their rejections. */
import { expectOption } from '../../core/options.js'
import { policiesByName, type AnyPolicy, type AnyJudgedTool } from './judged-tool.js'
import { periodOf, type Period } from './period.js'
import { forEachRecord, isSource, type Records } from './read/read-records.js'
import type { TrafficRecord } from '../../traffic/traffic-record.js'
import { BoundedCounts, hashText } from './sketches.js'
import type { Calibration } from './calibration.js'
import { CodecPlace } from './place.js'
import { rejectionOf } from './rejection.js'
import { replay } from './replay.js'
import { ToolTally } from './tally.js'
import { toolCalibration } from './tool-calibration.js'

// -- model

interface CalibratedTool {
  readonly judge: AnyPolicy
  readonly root: CodecPlace
  readonly tally: ToolTally
}

// -- counting

class Traffic {
  records = 0
  #from = Infinity
  #to = -Infinity
  readonly unknown = new BoundedCounts(1_000)
  readonly tools: ReadonlyMap<string, CalibratedTool>

  constructor(judges: ReadonlyMap<string, AnyPolicy>) {
    this.tools = new Map(
      [...judges].map(([name, judge]) => [
        name,
        { judge, root: new CodecPlace([], [judge.codec]), tally: new ToolTally() }
      ])
    )
  }

  get period(): Period {
    return periodOf(this.#from, this.#to)
  }

  add(record: TrafficRecord): void {
    const at = Date.parse(record.at)
    this.records += 1
    if (at < this.#from) this.#from = at
    if (at > this.#to) this.#to = at
    const tool = this.tools.get(record.tool)
    if (tool === undefined) this.unknown.add(record.tool)
    else this.#judge(tool, record, at)
  }

  #judge({ judge, root, tally }: CalibratedTool, record: TrafficRecord, at: number): void {
    tally.calls += 1
    const replayed = replay(judge, record)
    if (replayed.kind === 'unanswered') return tally.unanswered.add(record.code ?? 'none')
    if (replayed.kind === 'unkept') return tally.skip()
    const hash = hashText(`${record.callId} ${record.turnId} ${record.at}`)
    const rejection = replayed.kind === 'rejected' ? rejectionOf(record, at, hash, replayed, root) : undefined
    if (replayed.kind === 'rejected' && rejection === undefined) return tally.skip()
    tally.judged += 1
    tally.traffic.add(at)
    tally.turns.add(record.turnId)
    if (rejection !== undefined) tally.reject(rejection)
    else tally.accept(record, hash, replayed.kind === 'accepted' && replayed.partial)
  }
}

// -- calibrating

/**
 * Judges recorded responses with the codecs and checks of some tools, as the guarded calls would, and says of every
 * group of rejections whether it is more likely an edge case, which the codec should accept, or a fault. Reads any
 * number of records, in any order, in constant memory.
 *
 * @throws TypeError for tools that cannot be judged by, and for what is no record.
 * @category Traffic @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { calibrate, type TrafficRecord } from 'guarded-call/traffic'
 *
 * // A week of answers, of which one in 50 has no last name.
 * const records = Array.from({ length: 500 }, (_, i): TrafficRecord => ({
 *   v: 1,
 *   at: new Date(Date.UTC(2026, 10, 2) + i * 1_200_000).toISOString(),
 *   tool: 'get_customer',
 *   effect: 'read',
 *   callId: `call ${i}`,
 *   turnId: `turn ${i}`,
 *   args: {},
 *   outcome: 'right',
 *   code: null,
 *   executed: 'yes',
 *   ms: 1,
 *   bytes: 40,
 *   answer: { text: JSON.stringify({ last_name: i % 50 === 7 ? null : 'Lovelace' }) }
 * }))
 * const {
 *   tools: [found]
 * } = await calibrate(records, [{ name: 'get_customer', codec: t.type({ last_name: t.string }) }])
 * assert.equal(found?.rejected, 10)
 * assert.deepEqual(
 *   found.groups.map(({ verdict, suggestion }) => [verdict, suggestion?.code]),
 *   [['likely edge case', 'last_name: t.union([t.string, t.null])']]
 * )
 */
export const calibrate = async (records: Records, tools: ReadonlyArray<AnyJudgedTool>): Promise<Calibration> => {
  expectOption(tools.length > 0, 'tools', 'at least one tool')
  const traffic = new Traffic(policiesByName(tools))
  await forEachRecord(records, (record) => traffic.add(record))
  return {
    version: 1,
    records: traffic.records,
    ...traffic.period,
    badLines: isSource(records) ? records.badCount : 0,
    dropped: isSource(records) ? records.dropped : 0,
    tools: [...traffic.tools]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { judge, tally }]) => toolCalibration(name, judge, tally)),
    unknown: traffic.unknown.byName
  }
}
