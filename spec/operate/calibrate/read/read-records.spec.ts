import { expect } from 'chai'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { MAX_LINE_BYTES } from '../../../../lib/operate/calibrate/read/read-records.js'
import {
  readRecords,
  type TrafficRecord,
  type ReadProgress,
  type RecordSource
} from '../../../../lib/operate/calibrate/index.js'

const line = (callId: string, over: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    v: 1,
    at: '2026-01-01T00:00:00.000Z',
    tool: 'search',
    effect: 'read',
    callId,
    turnId: 't',
    args: {},
    outcome: 'right',
    code: null,
    executed: 'yes',
    ms: 1,
    bytes: 2,
    ...over
  })

describe('readRecords', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'records-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const write = (name: string, text: string | Uint8Array): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const ids = async (source: RecordSource): Promise<ReadonlyArray<string>> => {
    const found: Array<string> = []
    for await (const { callId } of source) found.push(callId)
    return found
  }

  it('reads patterns, folders in folders, and what was compressed', async () => {
    mkdirSync(join(folder, 'week'))
    write('week/b.jsonl.gz', gzipSync(`${line('2')}\n`))
    write('week/a.jsonl', `${line('1')}\n`)
    write('c.log', `${line('3')}\n`)
    expect(await ids(readRecords(folder))).to.deep.equal(['3', '1', '2'])
    expect(await ids(readRecords(join(folder, '**/*.gz')))).to.deep.equal(['2'])
  })

  it('reads files and the recordings of folders, in order, as often as it is asked', async () => {
    write('b.calls.jsonl', `${line('2')}\n`)
    write('a.calls.jsonl', `${line('1')}\n`)
    write('a.txt', 'no recording')
    const other = write('other', `${line('3')}\n\n${line('4')}\n`)
    const source = readRecords([folder, other])
    for (let again = 0; again < 2; again++) {
      expect(await ids(source)).to.deep.equal(['1', '2', '3', '4'])
      expect({ count: source.count, badCount: source.badCount, dropped: source.dropped }).to.deep.equal({
        count: 4,
        badCount: 0,
        dropped: 0
      })
    }
  })

  it('skips, counts and names what is no record', async () => {
    const path = write(
      'x.jsonl',
      [
        line('1'),
        '{"v":1,"at":"2026-01-01',
        'garbage',
        '{"v":1}',
        line('2', { v: 2 }),
        '{"v":1,"at":"2026","dropped":5}',
        line('3', { outcome: 'odd' }),
        '\0\0\0',
        line('4'),
        line('5').slice(0, 40)
      ].join('\n')
    )
    const source = readRecords(path)
    expect(await ids(source)).to.deep.equal(['1', '4'])
    expect(source.bad).to.deep.equal([
      { path, line: 2, reason: 'torn' },
      { path, line: 3, reason: 'not_json' },
      { path, line: 4, reason: 'not_a_record' },
      { path, line: 5, reason: 'not_a_record' },
      { path, line: 7, reason: 'not_a_record' },
      { path, line: 8, reason: 'not_json' },
      { path, line: 10, reason: 'torn' }
    ])
    expect(source.dropped).to.equal(5)
  })

  it('reads a last line without an end if it is whole', async () => {
    expect(await ids(readRecords(write('x.jsonl', `${line('1')}\n${line('2')}`)))).to.deep.equal(['1', '2'])
    expect(await ids(readRecords(write('empty.jsonl', '')))).to.deep.equal([])
  })

  it('names the first 100 bad lines and counts all', async () => {
    const source = readRecords(write('x.jsonl', 'x\n'.repeat(150)))
    await ids(source)
    expect([source.bad.length, source.badCount]).to.deep.equal([100, 150])
  })

  it('reads lines that are longer than a chunk and characters that are cut by one', async () => {
    const text = 'ä€😀'.repeat(400_000)
    const path = write('x.jsonl', `${line('1')}\n${line('2', { answer: { text } })}\n${line('3')}\n`)
    const answers: Array<TrafficRecord['answer']> = []
    for await (const { answer } of readRecords(path)) answers.push(answer)
    expect(answers[1]).to.deep.equal({ text })
    expect(answers).to.have.length(3)
  })

  it('does not hold a line that is too long', async () => {
    const path = write(
      'x.jsonl',
      Buffer.concat([
        Buffer.from(`${line('1')}\n`),
        Buffer.alloc(MAX_LINE_BYTES + 10, 'x'),
        Buffer.from(`\n${line('2')}\n`)
      ])
    )
    const source = readRecords(path)
    expect(await ids(source)).to.deep.equal(['1', '2'])
    expect(source.bad).to.deep.equal([{ path, line: 2, reason: 'too_long' }])
  })

  it('tells how far it has come', async () => {
    const path = write('x.jsonl', `${line('1')}\n`)
    const told: Array<ReadProgress> = []
    await ids(readRecords(path, { onProgress: (progress) => told.push(progress) }))
    expect(told).to.deep.equal([{ bytes: line('1').length + 1, totalBytes: line('1').length + 1, records: 1 }])
  })

  it('rejects for a file that is not there', async () => {
    let thrown: unknown
    await ids(readRecords(join(folder, 'none'))).catch((error: unknown) => {
      thrown = error
    })
    expect(thrown).to.have.property('code', 'ENOENT')
  })
})
