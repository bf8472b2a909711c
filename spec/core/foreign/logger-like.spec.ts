import { expect } from 'chai'
import { setImmediate as tick } from 'node:timers/promises'
import winston from 'winston'
import { type LoggerLike, wouldLog, writeLog } from '#core/foreign'
import { hostileValues } from '../../helpers/hostile.js'

const explode = (): never => {
  throw new Error('the logger is broken')
}

const recorder = (isLevelEnabled?: (level: string) => boolean) => {
  const lines: Array<ReadonlyArray<unknown>> = []
  const logger: LoggerLike = {
    log: (...line) => lines.push(line),
    ...(isLevelEnabled === undefined ? {} : { isLevelEnabled })
  }
  return { logger, lines }
}

describe('writeLog', () => {
  it('hands on level, message and record as they are', () => {
    const { logger, lines } = recorder()
    const meta = { tool: 'search' }
    writeLog(logger, 'warn', 'refused', () => meta)
    expect(lines).to.deep.equal([['warn', 'refused', meta]])
  })

  it('writes what is not seen as escapes, in message, names and values, and keeps line breaks', () => {
    const { logger, lines } = recorder()
    const hidden = 'a\u001b[2J\u009b1m\u0007\u202eb\u200b\u{e0041}\u2028'
    const seen = 'a\\u001b[2J\\u009b1m\\u0007\\u202eb\\u200b\\udb40\\udc41\\u2028'
    writeLog(logger, 'warn', `refused ${hidden}`, () => ({
      [hidden]: 1,
      cause: `first ${hidden}\n\tat second`,
      list: [hidden, { deep: hidden, none: null }]
    }))
    expect(lines).to.deep.equal([
      [
        'warn',
        `refused ${seen}`,
        { [seen]: 1, cause: `first ${seen}\n\tat second`, list: [seen, { deep: seen, none: null }] }
      ]
    ])
  })

  it('keeps the cycles of a record, and what is too long or no data', () => {
    const { logger, lines } = recorder()
    const endless = Object.assign([], { length: 4_000_000_000 })
    const meta: Record<string, unknown> = { tool: 'search\u202e', at: new Date(0), endless }
    meta['self'] = meta
    writeLog(logger, 'info', 'x', () => meta)
    const record = lines[0]?.[2] as Record<string, unknown>
    expect(record['self']).to.equal(record)
    expect([record['tool'], record['at'], record['endless']]).to.deep.equal(['search\\u202e', meta['at'], endless])
  })

  it('asks for the level first', () => {
    const { logger, lines } = recorder((level) => level !== 'debug')
    writeLog(logger, 'debug', 'no', () => ({}))
    writeLog(logger, 'info', 'yes', () => ({}))
    expect(lines.map(([level]) => level)).to.deep.equal(['info'])
  })

  it('calls the methods as methods', () => {
    class Counting {
      count = 0
      isLevelEnabled(): boolean {
        return this.count < 1
      }
      log(): void {
        this.count++
      }
    }
    const logger = new Counting()
    for (let i = 0; i < 3; i++) writeLog(logger, 'info', 'x', () => ({}))
    expect(logger.count).to.equal(1)
  })

  it('survives a logger that throws', () => {
    writeLog({ log: explode }, 'info', 'x', () => ({}))
    const { logger, lines } = recorder(explode)
    writeLog(logger, 'info', 'x', () => ({}))
    expect(lines).to.deep.equal([])
  })

  it('swallows what a logger rejects with', async () => {
    let rejections = 0
    const count = (): void => {
      rejections++
    }
    process.on('unhandledRejection', count)
    writeLog({ log: () => Promise.reject(new Error('later')) }, 'info', 'x', () => ({}))
    await tick()
    process.off('unhandledRejection', count)
    expect(rejections).to.equal(0)
  })

  it('survives whatever a logger is or returns', () => {
    for (const value of hostileValues()) {
      writeLog({ log: () => value }, 'info', 'x', () => ({}))
      writeLog(value as LoggerLike, 'info', 'x', () => ({}))
      writeLog({ log: () => undefined, isLevelEnabled: value as () => boolean }, 'info', 'x', () => ({}))
    }
  })

  it('writes to a winston logger, and survives its transport and its format', () => {
    const lines: Array<unknown> = []
    class Transport extends winston.transports.Console {
      override log(info: unknown, next: () => void): void {
        lines.push(info)
        next()
      }
    }
    const logger = winston.createLogger({ transports: [new Transport()] })
    writeLog(logger, 'info', 'line', () => ({ tool: 'search' }))
    writeLog(logger, 'debug', 'silent', () => ({}))
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({ level: 'info', message: 'line', tool: 'search' })
    writeLog(
      winston.createLogger({ transports: [new Transport({ format: winston.format(explode)() })] }),
      'info',
      'line',
      () => ({})
    )
    writeLog(winston.createLogger({ transports: [new Transport()] }), 'info', 'line', () =>
      Object.defineProperty({}, 'a', { enumerable: true, get: explode })
    )
    writeLog(winston.createLogger({ transports: [new Transport()] }), 'info', 'line', explode)
    writeLog(undefined, 'info', 'line', explode)
  })
})

describe('wouldLog', () => {
  it('is true for a logger that cannot be asked, and false for one that throws', () => {
    expect([
      wouldLog(recorder().logger, 'silly'),
      wouldLog(recorder(() => false).logger, 'info'),
      wouldLog(recorder(explode).logger, 'info')
    ]).to.deep.equal([true, false, false])
  })
})
