import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guardedCall, openSession, type LoggerLike } from '../../lib/index.js'
import { readRecords, recorder, type RecorderOptions, type RecordSource } from '../../lib/operate/calibrate/index.js'
import type { TrafficRecord } from '../../lib/operate/calibrate/index.js'
import { recordUntilKilled } from './in-a-child.js'
import { settled } from './settled.js'

describe('recorder', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recorder-'))
  })
  afterEach(() => {
    chmodSync(folder, 0o700)
    rmSync(folder, { recursive: true })
  })

  const files = (): ReadonlyArray<string> => readdirSync(folder).sort()
  const readAll = async (source: RecordSource = readRecords(folder)): Promise<ReadonlyArray<TrafficRecord>> => {
    const records: Array<TrafficRecord> = []
    for await (const record of source) records.push(record)
    return records
  }
  const recording = (options: Partial<RecorderOptions> = {}) =>
    recorder({ folder, name: 'r', clock: () => 0, ...options })

  const recordOne = async (options: Partial<RecorderOptions>, id: string): Promise<void> => {
    const r = recording(options)
    r.record(settled({ callId: id }))
    await r.close()
  }

  it('writes through no link that somebody planted, and keeps to itself what others could read', async () => {
    const outside = join(mkdtempSync(join(tmpdir(), 'outside-')), 'profile')
    writeFileSync(outside, 'untouched')
    symlinkSync(outside, join(folder, 'r.000001.calls.jsonl'))
    await recordOne({}, 'c1')
    expect(readFileSync(outside, 'utf8')).to.equal('untouched')
    writeFileSync(join(folder, 'open.000001.calls.jsonl'), '', { mode: 0o644 })
    await recordOne({ name: 'open' }, 'c1')
    expect(statSync(join(folder, 'open.000001.calls.jsonl')).mode & 0o777).to.equal(0o600)
  })

  it('shares a folder with another, each under its own name, and loses no line of either', async () => {
    const [one, two] = [recording({ name: 'one' }), recording({ name: 'two' })]
    const ids = Array.from({ length: 200 }, (_, i) => `c${i}`)
    for (const id of ids) for (const r of [one, two]) r.record(settled({ callId: id }))
    await Promise.all([one.close(), two.close()])
    expect(files()).to.deep.equal(['one.000001.calls.jsonl', 'two.000001.calls.jsonl'])
    expect((await readAll()).map(({ callId }) => callId).sort()).to.deep.equal([...ids, ...ids].sort())
  })

  describe('of a session', () => {
    it('writes one line a call, with everything that replaying it takes', async () => {
      const r = recording({ versions: { crm: '7' } })
      const orders = guardedCall(
        { name: 'orders', effect: 'write', run: () => '{"orders":[{"total":"12"}]}', args: t.type({ page: t.number }) },
        t.type({ orders: t.array(t.type({ total: t.number })) })
      )
      const turn = openSession({ recorder: r, clock: () => 0 }).openTurn({ id: 't1' })
      const result = await turn.run(orders({ page: 1 }))
      await r.close()
      const [record, ...others] = await readAll()
      expect(others).to.deep.equal([])
      expect(record).to.deep.equal({
        v: 1,
        at: '1970-01-01T00:00:00.000Z',
        tool: 'orders',
        effect: 'write',
        callId: 't1.1',
        turnId: 't1',
        args: { page: 1 },
        argsHash: turn.calls[0]?.argsHash,
        operationId: turn.outcomes()[0]?.operationId,
        outcome: 'schema_mismatch',
        code: 'schema_violation',
        detail: 'orders[0].total: expected number, received a number in quotes',
        issues: [{ path: ['orders', 0, 'total'], kind: 'type', expected: 'number', received: 'string' }],
        executed: 'unknown',
        ms: 0,
        bytes: 27,
        answer: { text: '{"orders":[{"total":"12"}]}' },
        versions: { 'guarded-call': '0.1.0', crm: '7' }
      })
      expect(E.isLeft(result)).to.equal(true)
    })

    it('takes the answer down before the caller may change it', async () => {
      const r = recording()
      const call = guardedCall(
        { name: 'row', effect: 'read', run: () => ({ rows: [{ at: new Date(0) }] }) },
        t.type({ rows: t.array(t.UnknownRecord) })
      )
      const result = await openSession({ recorder: r }).openTurn().run(call())
      if (E.isRight(result)) result.right.rows.length = 0
      await r.close()
      expect((await readAll()).map(({ answer }) => answer)).to.deep.equal([
        { data: { rows: [{ at: { $date: '1970-01-01T00:00:00.000Z' } }] } }
      ])
    })

    it('records calls that never had an answer, and refuses what is no recorder', async () => {
      const r = recording()
      const call = guardedCall(
        {
          name: 'boom',
          effect: 'read',
          run: () => {
            throw new Error('no')
          }
        },
        t.string
      )
      await openSession({ recorder: r }).openTurn().run(call())
      await r.close()
      const [record] = await readAll()
      expect(record).to.include({ code: 'tool_threw', executed: 'unknown' }).and.not.have.property('answer')
      expect(() => openSession({ recorder: {} as typeof r })).to.throw(TypeError, /`recorder`/)
    })

    it('is not hurt by a recorder that throws or rejects', async () => {
      const call = guardedCall({ name: 'fine', effect: 'read', run: () => '1' }, t.number)
      const throwing = {
        record: () => {
          throw new Error('full')
        }
      }
      const rejecting = { record: () => Promise.reject(new Error('full')) }
      expect(await openSession({ recorder: throwing }).openTurn().run(call())).to.deep.equal(E.right(1))
      expect(await openSession({ recorder: rejecting }).openTurn().run(call())).to.deep.equal(E.right(1))
    })
  })

  it('takes secrets out of answers, arguments and details before it writes them, and says how many', async () => {
    const r = recording({ redact: { keys: ['ssn'] } })
    r.record(
      settled(
        { args: { ssn: '078-05' } },
        { answer: { text: '{"token":"abc","note":"see https://u:p@h/"}', raw: undefined }, detail: 'token=abc' }
      )
    )
    await r.close()
    const [record] = await readAll()
    expect(record).to.deep.include({
      args: { ssn: '[redacted]' },
      answer: { text: '{"token":"[redacted]","note":"see https://[redacted]@h/"}' },
      detail: 'token=[redacted]',
      redacted: 3
    })
    expect(readFileSync(join(folder, files()[0] ?? ''), 'utf8')).to.not.match(/abc|078|u:p/)
  })

  it('takes out of details what it takes out of the answer that they are about', async () => {
    const r = recording({ redact: { keys: ['ssn'] } })
    const detail = '$[0].value: expected string, received 78051120; total: received 12345'
    const rows = [{ name: 'ssn', value: 78_051_120 }]
    r.record(settled({}, { answer: { text: undefined, raw: rows }, detail }))
    r.record(settled({}, { answer: { text: JSON.stringify(rows), raw: rows }, detail }))
    await r.close()
    for (const record of await readAll())
      expect(record).to.deep.include({ detail: detail.replace('78051120', '[redacted]') })
  })

  it('takes secrets out of names of tools, of which a model may have chosen one', async () => {
    const r = recording({ redact: { patterns: [/acme/] } })
    const token = `ghp_${'aB3dE5gH7jK9mN1p'.repeat(3).slice(0, 36)}`
    for (const tool of [token, 'search_acme_orders', 'reset_password', 'mcp__vault__rotate_api_key_v2'])
      r.record(settled({ tool }))
    await r.close()
    expect((await readAll()).map(({ tool }) => tool)).to.deep.equal([
      '[redacted]',
      'search_[redacted]_orders',
      'reset_password',
      'mcp__vault__rotate_api_key_v2'
    ])
  })

  it('keeps a digest of what is too long', async () => {
    const r = recording({ maxAnswerChars: 10 })
    r.record(settled({ args: 'a'.repeat(20) }, { answer: { text: '"0123456789"', raw: undefined } }))
    r.record(settled({}, { answer: { text: undefined, raw: ['0123456789'] } }))
    await r.close()
    const records = await readAll()
    expect(records.map(({ answer }) => answer)).to.deep.equal([
      { chars: 12, sha256: createHash('sha256').update('"0123456789"').digest('hex') },
      { chars: 11, sha256: null }
    ])
    expect(records[0]).to.include({ args: null, argsChars: 22 })
  })

  it('keeps a share of each tool, and says which', async () => {
    const chances = [0.1, 0.6, 0.1, 0.6]
    const r = recording({ sample: { half: 0.5, none: 0 }, random: () => chances.shift() ?? 0 })
    for (const tool of ['half', 'half', 'half', 'none', 'all']) r.record(settled({ tool }))
    await r.close()
    expect((await readAll()).map(({ tool, rate }) => [tool, rate])).to.deep.equal([
      ['half', 0.5],
      ['half', 0.5],
      ['all', undefined]
    ])
    expect(r.stats).to.deep.equal({ written: 3, skipped: 2, dropped: 0 })
  })

  it('makes private files in a private folder', async () => {
    const inner = join(folder, 'a', 'b')
    const r = recording({ folder: inner })
    r.record(settled())
    await r.close()
    expect(statSync(inner).mode & 0o777).to.equal(0o700)
    expect(statSync(join(inner, 'r.000001.calls.jsonl')).mode & 0o777).to.equal(0o600)
  })

  it('gives recorders names of their own', async () => {
    const two = [recorder({ folder }), recorder({ folder })]
    for (const r of two) r.record(settled())
    await Promise.all(two.map((r) => r.close()))
    expect(files()).to.have.length(2)
    for (const file of files())
      expect(file).to.match(new RegExp(`^\\d{8}T\\d{6}Z-${process.pid}-[0-9a-f]{8}\\.000001\\.calls\\.jsonl$`))
  })

  it('rotates by size and deletes the oldest beyond the total, but nothing that is no recording', async () => {
    writeFileSync(join(folder, 'notes.txt'), 'x'.repeat(50_000))
    const r = recording({ maxFileBytes: 4_000, maxTotalBytes: 12_000 })
    for (let n = 0; n < 40; n++) {
      r.record(settled({ callId: String(n) }, { answer: { text: JSON.stringify('x'.repeat(500)), raw: undefined } }))
      await r.flush()
    }
    await r.close()
    const kept = files().filter((file) => file.endsWith('.jsonl'))
    expect(kept.every((file) => statSync(join(folder, file)).size <= 4_000)).to.equal(true)
    expect(kept.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)).to.be.within(4_000, 12_000)
    expect((await readAll()).at(-1)?.callId).to.equal('39')
    expect(files()).to.include('notes.txt')
  })

  it('goes on in the last file of its name and ends a torn line first', async () => {
    writeFileSync(join(folder, 'r.000001.calls.jsonl'), '')
    writeFileSync(join(folder, 'r.000002.calls.jsonl'), '{"v":1,"at":"2026')
    writeFileSync(join(folder, 'r.x.calls.jsonl'), '')
    const r = recording()
    r.record(settled())
    await r.close()
    const source = readRecords(folder)
    expect(await readAll(source)).to.have.length(1)
    expect(source.bad).to.deep.equal([{ path: join(folder, 'r.000002.calls.jsonl'), line: 1, reason: 'torn' }])
  })

  it('drops what does not fit its queue, counts it and says so in the recording', async () => {
    const lines: Array<unknown> = []
    const logger: LoggerLike = { log: (level, message, meta) => lines.push([level, message, meta]) }
    const r = recording({ maxQueueChars: 3_000, logger })
    for (let n = 0; n < 10; n++) r.record(settled({ callId: String(n) }))
    await r.flush()
    expect(r.stats).to.deep.equal({ written: 3, skipped: 0, dropped: 7 })
    r.record(settled({ callId: 'later' }))
    await r.close()
    r.record(settled())
    const source = readRecords(folder)
    expect((await readAll(source)).map(({ callId }) => callId)).to.deep.equal(['0', '1', '2', 'later'])
    expect(source.dropped).to.equal(7)
    expect(r.stats.dropped).to.equal(8)
    expect(lines).to.deep.equal([
      ['warn', 'recorder_dropped why=queue_full', { why: 'queue_full', dropped: 1 }],
      ['warn', 'recorder_dropped why=closed', { why: 'closed', dropped: 8 }]
    ])
  })

  it('drops a call that cannot be written down, and no other', async () => {
    const r = recording()
    r.record(settled({ callId: 'a' }))
    r.record(
      settled({
        callId: 'b',
        args: {
          toJSON: () => {
            throw new Error('no')
          }
        }
      })
    )
    r.record(settled({ callId: 'c' }))
    await r.close()
    expect((await readAll()).map(({ callId }) => callId)).to.deep.equal(['a', 'c'])
    expect(r.stats).to.deep.equal({ written: 2, skipped: 0, dropped: 1 })
  })

  it('refuses options that cannot work', () => {
    expect(() => recorder({ folder: '' })).to.throw(TypeError, /`folder`/)
    expect(() => recording({ smple: {} } as never)).to.throw(TypeError, /`sample` was meant/)
    expect(() => recording({ name: '../up' })).to.throw(TypeError, /`name`/)
    expect(() => recording({ sample: { a: 2 } })).to.throw(TypeError, /`sample`/)
    expect(() => recording({ versions: { prompt: 3 as never } })).to.throw(
      TypeError,
      'Expected `versions` to be texts by name.'
    )
    expect(() => recording({ maxFileBytes: 0 })).to.throw(TypeError, /`maxFileBytes`/)
    expect(() => recording({ maxFileBytes: 10, maxTotalBytes: 19 })).to.throw(TypeError, /`maxTotalBytes`/)
    expect(() => recording({ redact: { keys: [''] } })).to.throw(TypeError, /`keys`/)
  })

  describe('on a disk that refuses', () => {
    const answersOf = async (r: ReturnType<typeof recorder>) => {
      const call = guardedCall({ name: 'fine', effect: 'read', run: () => '1' }, t.number)
      const turn = openSession({ recorder: r, loop: false, budget: false }).openTurn()
      const results = await Promise.all(Array.from({ length: 200 }, () => turn.run(call())))
      return results.filter(E.isRight).length
    }

    it('answers as ever when the disk is full, and counts what was lost', async function () {
      // A device that is always full, in the place of a file; not everyone may make one.
      const { status } = spawnSync('mknod', [join(folder, 'r.000001.calls.jsonl'), 'c', '1', '7'], { stdio: 'ignore' })
      if (status !== 0) this.skip()
      const lines: Array<string> = []
      const r = recording({ logger: { log: (_level, message) => lines.push(message) } })
      expect(await answersOf(r)).to.equal(200)
      await r.close()
      expect(r.stats).to.deep.equal({ written: 0, skipped: 0, dropped: 200 })
      expect(lines).to.deep.equal(['recorder_dropped why=ENOSPC'])
    })

    it('answers as ever when the folder cannot be written, and goes on when it can', async () => {
      const blocked = join(folder, 'blocked')
      writeFileSync(blocked, '')
      const r = recording({ folder: join(blocked, 'inner') })
      expect(await answersOf(r)).to.equal(200)
      await r.flush()
      expect(r.stats).to.deep.equal({ written: 0, skipped: 0, dropped: 200 })
      rmSync(blocked)
      r.record(settled())
      await r.close()
      const source = readRecords(join(blocked, 'inner'))
      expect(await readAll(source)).to.have.length(1)
      expect(source.dropped).to.equal(200)
    })
  })

  it('survives a crash of its process: nothing that was flushed is lost, and at most one line is torn', async () => {
    const { acknowledged, ids, badCount } = await recordUntilKilled(folder, 60)
    expect(ids).to.deep.equal([...ids.keys()])
    expect(ids.length).to.be.above(acknowledged)
    expect(badCount).to.be.at.most(1)
  })
})
