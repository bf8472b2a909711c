import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createWriteStream, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setImmediate as tick, setTimeout as wait } from 'node:timers/promises'
import winston from 'winston'
import { writeLog } from '#core/foreign'
import { guardLogger, type GuardLoggerOptions } from '../../lib/telemetry/index.js'
import { hostileValues } from '../helpers/hostile.js'

const MESSAGE = Symbol.for('message')
const TransportStream = (winston as unknown as { readonly Transport: new (options?: object) => winston.transport })
  .Transport

type Log = (info: Readonly<Record<string | symbol, unknown>>, done: (failure?: unknown) => void) => unknown

/** A real winston transport that does with each line what the spec wants. */
class Transport extends TransportStream {
  constructor(
    override readonly log: Log,
    options: object = {}
  ) {
    super(options)
  }
}

/** A healthy transport and what it has got. */
const keeper = (
  options: object = {}
): { readonly transport: winston.transport; readonly lines: Array<Record<string, unknown>> } => {
  const lines: Array<Record<string, unknown>> = []
  const transport = new Transport((info, done) => {
    lines.push(JSON.parse(String(info[MESSAGE])) as Record<string, unknown>)
    done()
  }, options)
  return { transport, lines }
}

/** A logger with a fixed clock that keeps what it writes. */
const kept = (options: GuardLoggerOptions = {}) => {
  const { transport, lines } = keeper()
  return { lines, logger: guardLogger({ clock: () => 0, transports: [transport], ...options }) }
}

const timestamp = '1970-01-01T00:00:00.000Z'
const explode = (): never => {
  throw new Error('the transport is broken')
}

describe('guardLogger', () => {
  it('writes one line of JSON a record: time, level and message first', async () => {
    const chunks: Array<string> = []
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        chunks.push(String(chunk))
        done()
      }
    })
    guardLogger({ stream, clock: () => 0 }).info('two\nlines', { tool: 'search', ms: 1.5 })
    await tick()
    expect(chunks).to.deep.equal([
      `{"timestamp":"${timestamp}","level":"info","message":"two\\nlines","tool":"search","ms":1.5}\n`
    ])
  })

  it('takes every form that winston takes', () => {
    const { logger, lines } = kept()
    logger.log('warn', 'a', { n: 1 })
    logger.log({ level: 'error', message: 'b', n: 2 })
    logger.info({ message: 'c', n: 3 })
    logger.info('%s is no format', { n: 4 })
    logger.error(new Error('d'))
    logger.error('e', Object.assign(new Error('why'), { code: 'E_WHY' }))
    logger.info('f', 'text', { n: 5 })
    logger.info(6)
    logger.info(undefined)
    expect(lines.map(({ timestamp: _, ...line }) => line)).to.deep.equal([
      { level: 'warn', message: 'a', n: 1 },
      { level: 'error', message: 'b', n: 2 },
      { level: 'info', message: 'c', n: 3 },
      { level: 'info', message: '%s is no format', n: 4 },
      { level: 'error', message: 'd' },
      { level: 'error', message: 'e', error: { message: 'why', code: 'E_WHY' } },
      { level: 'info', message: 'f', n: 5 },
      { level: 'info', message: '6' },
      { level: 'info', message: '' }
    ])
  })

  it('writes from the given level on, and none at a level that is unknown', () => {
    const { logger, lines } = kept({ level: 'warn' })
    logger.info('no')
    logger.warn('yes')
    logger.log('nonsense', 'no')
    expect(lines.map((line) => line['message'])).to.deep.equal(['yes'])
    expect([
      logger.isLevelEnabled('info'),
      logger.isLevelEnabled('warn'),
      logger.isLevelEnabled('nonsense')
    ]).to.deep.equal([false, true, false])
  })

  it('lets a transport ask for a level of its own', () => {
    const verbose = keeper({ level: 'debug' })
    const { logger, lines } = kept()
    logger.add(verbose.transport)
    expect(logger.isLevelEnabled('debug')).to.equal(true)
    logger.debug('fine print')
    expect([lines.length, verbose.lines.length]).to.deep.equal([0, 1])
  })

  it('redacts the message, the record, and what a child logger adds', () => {
    const { logger, lines } = kept({ redact: { keys: ['ssn'] } })
    logger
      .child({ token: 'abcdef', request: 7 })
      .info('sent Bearer abcdef', { password: 'hunter2', ssn: 1, deep: [{ url: 'https://ann:pw@example.com' }] })
    logger.write({ level: 'info', message: 'directly', password: 'hunter2' })
    expect(lines).to.deep.equal([
      {
        timestamp,
        level: 'info',
        message: 'sent Bearer [redacted]',
        token: '[redacted]',
        request: 7,
        password: '[redacted]',
        ssn: '[redacted]',
        deep: [{ url: 'https://[redacted]@example.com' }]
      },
      { timestamp, level: 'info', message: 'directly', password: '[redacted]' }
    ])
  })

  it('writes what is not seen as escapes of JSON', () => {
    const texts: Array<string> = []
    const transport = new Transport((info, done) => {
      texts.push(String(info[MESSAGE]))
      done()
    })
    const logger = guardLogger({ clock: () => 0, transports: [transport] })
    const words = 'Order 7 \u202egnp.exe\u202c \u009b2J \u{e0049} \u001b[31m\u2028 end'
    logger.info(words, { cause: words, [`to${words}`]: 'é ☃ 👍' })
    expect(texts.join('')).to.match(/^[\x20-\x7eé☃👍]+$/u)
    expect(texts.map((text) => JSON.parse(text) as unknown)).to.deep.equal([
      { timestamp, level: 'info', message: words, cause: words, [`to${words}`]: 'é ☃ 👍' }
    ])
  })

  it('lets no record forge the head of its line', () => {
    const { logger, lines } = kept()
    logger.info('true', { level: 'error', message: 'forged', timestamp: 'never' })
    expect(lines).to.deep.equal([{ timestamp, level: 'info', message: 'true' }])
  })

  it('keeps a record bounded', () => {
    const { logger, lines } = kept()
    logger.info('big', { text: 'x'.repeat(1_000_000), list: Array.from({ length: 100_000 }, (_, i) => i) })
    expect(JSON.stringify(lines).length).to.be.below(20_000)
  })

  it('never throws, whatever is logged', () => {
    const { logger } = kept()
    for (const value of hostileValues()) {
      logger.info('x', value)
      logger.info(value)
      logger.log(value as string, 'x', value)
      writeLog(logger, 'info', 'x', () => value)
      logger.child({ inner: value }).warn('x', { value })
    }
  })

  describe('before a transport that misbehaves', () => {
    const misbehaving: Readonly<Record<string, Log>> = {
      'never calls back': () => undefined,
      throws: explode,
      rejects: async () => {
        await tick()
        explode()
      },
      'reports a failure': (_info, done) => done(new Error('full')),
      'calls back twice': (_info, done) => {
        done()
        done()
      },
      'calls back late': (_info, done) => setImmediate(done)
    }
    for (const [what, log] of Object.entries(misbehaving)) {
      it(`starves nothing and holds nobody up: one that ${what}`, async () => {
        const { transport, lines } = keeper()
        const logger = guardLogger({ transports: [new Transport(log), transport], maxQueue: 100 })
        const started = performance.now()
        for (let i = 0; i < 2_000; i++) writeLog(logger, 'info', 'line', () => ({ i }))
        expect(performance.now() - started).to.be.below(10_000)
        await tick()
        expect(lines.map((line) => line['i'])).to.deep.equal(Array.from({ length: 2_000 }, (_, i) => i))
      })
    }

    it('drops the oldest lines of one that is stuck, counts them, and says so as soon as it moves again', () => {
      const taken: Array<Record<string, unknown>> = []
      let release: (() => void) | undefined
      const slow = new Transport((info, done) => {
        taken.push(JSON.parse(String(info[MESSAGE])) as Record<string, unknown>)
        release = () => done()
      })
      const logger = guardLogger({ transports: [slow], maxQueue: 3, clock: () => 0 })
      for (let i = 0; i < 10; i++) logger.info('line', { i })
      expect([taken.map((line) => line['i']), logger.dropped]).to.deep.equal([[0], 6])
      for (let i = 0; i < 5; i++) release?.()
      expect(taken.slice(1)).to.deep.equal([
        { timestamp, level: 'warn', message: 'log lines dropped', dropped: 6 },
        ...[7, 8, 9].map((i) => ({ timestamp, level: 'info', message: 'line', i }))
      ])
    })

    it('goes on with one that threw, and says what it lost', () => {
      const taken: Array<Record<string, unknown>> = []
      let broken = false
      const moody = new Transport((info, done) => {
        if (broken) explode()
        taken.push(JSON.parse(String(info[MESSAGE])) as Record<string, unknown>)
        done()
      })
      const logger = guardLogger({ transports: [moody], clock: () => 0 })
      for (const [i, state] of [false, true, true, false, false].entries()) {
        broken = state
        logger.info('line', { i })
      }
      expect(taken.map(({ i, dropped }) => i ?? { dropped })).to.deep.equal([0, 3, { dropped: 2 }, 4])
      expect(logger.dropped).to.equal(2)
    })

    it('counts what a transport tells by an event alone', () => {
      const { transport } = keeper()
      const logger = guardLogger({ transports: [transport] })
      transport.emit('error', new Error('lost'))
      expect(logger.dropped).to.equal(1)
    })
  })

  describe('on a full disk', () => {
    const folder = mkdtempSync(join(tmpdir(), 'guard-logger-'))
    after(() => rmSync(folder, { recursive: true }))

    it('loses the lines and nothing else: a stream', async () => {
      const logger = guardLogger({ stream: createWriteStream('/dev/full') })
      for (let i = 0; i < 20; i++) {
        logger.info('line', { i })
        await wait(1)
      }
      expect(logger.dropped).to.equal(20)
    })

    it("loses the lines and nothing else: winston's own transports, beside one that works", async () => {
      const filename = join(folder, 'works.log')
      const works = new winston.transports.File({ filename })
      const logger = guardLogger({
        transports: [
          new winston.transports.File({ filename: '/dev/full' }),
          new winston.transports.Stream({ stream: createWriteStream('/dev/full') }),
          works
        ]
      })
      for (let i = 0; i < 20; i++) {
        logger.info('line', { i })
        await wait(1)
      }
      logger.remove(works)
      works.end()
      await once(works, 'finish')
      expect(readFileSync(filename, 'utf8').trim().split('\n')).to.have.length(20)
    })

    it('loses the lines and nothing else: the standard error of a process', () => {
      const full = openSync('/dev/full', 'w')
      const script = `
        import { guardLogger } from ${JSON.stringify(new URL('../../lib/telemetry/index.js', import.meta.url).href)}
        const logger = guardLogger()
        for (let i = 0; i < 5; i++) {
          logger.info('line', { i })
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
        console.log('alive', logger.dropped)`
      const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', full],
        encoding: 'utf8'
      })
      closeSync(full)
      expect([status, stdout]).to.deep.equal([0, 'alive 5\n'])
    })

    it('writes to standard error by default', () => {
      const script = `
        import { guardLogger } from ${JSON.stringify(new URL('../../lib/telemetry/index.js', import.meta.url).href)}
        guardLogger({ clock: () => 0 }).info('line')`
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8'
      })
      expect([stdout, stderr]).to.deep.equal(['', `{"timestamp":"${timestamp}","level":"info","message":"line"}\n`])
    })
  })

  it('waits for a stream that is full, in order and without holding anybody up', async () => {
    const chunks: Array<string> = []
    const stream = new Writable({
      highWaterMark: 100,
      write: (chunk, _encoding, done) => {
        chunks.push(String(chunk))
        setImmediate(done)
      }
    })
    const logger = guardLogger({ stream })
    for (let i = 0; i < 50; i++) logger.info('line', { i })
    while (chunks.length < 50) await tick()
    expect(chunks.map((chunk) => (JSON.parse(chunk) as { readonly i: number }).i)).to.deep.equal(
      Array.from({ length: 50 }, (_, i) => i)
    )
    expect(logger.dropped).to.equal(0)
  })

  it('does not warn of leaks where many loggers share a stream', () => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done() })
    for (let i = 0; i < 20; i++) guardLogger({ stream })
    expect(stream.listenerCount('error')).to.equal(1)
  })

  it('hands on what waits when it ends, and survives lines that come later', async () => {
    const { transport, lines } = keeper()
    const late = new Transport((info, done) => setTimeout(() => transport.log?.(info, () => done()), 1))
    const logger = guardLogger({ transports: [late] })
    for (let i = 0; i < 3; i++) logger.info('line', { i })
    logger.end()
    await once(logger, 'finish')
    expect(lines.map((line) => line['i'])).to.deep.equal([0, 1, 2])
    logger.info('too late')
    await tick()
    expect(logger.dropped).to.equal(1)
  })

  it('closes the transport that it lets go', () => {
    const { logger, lines } = kept()
    const { transport } = keeper()
    let closed = 0
    transport.close = () => closed++
    logger.add(transport)
    logger.remove(transport)
    logger.info('line')
    expect([closed, lines.length]).to.deep.equal([1, 1])
  })

  it('refuses options that make no sense', () => {
    const wrong: ReadonlyArray<readonly [object, string]> = [
      [{ level: 'loud' }, 'Expected `level` to be one of error, warn, info, http, verbose, debug, silly.'],
      [{ stream: {} }, 'Expected `stream` to be a writable stream.'],
      [{ stream: null }, 'Expected `stream` to be a writable stream.'],
      [{ transports: [undefined] }, 'Expected `transports` to be winston 3 transports.'],
      [{ transports: [{}] }, 'Expected `transports` to be winston 3 transports.'],
      [{ maxQueue: 0 }, 'Expected `maxQueue` to be a positive integer.']
    ]
    for (const [options, message] of wrong) expect(() => guardLogger(options)).to.throw(TypeError, message)
  })
})
