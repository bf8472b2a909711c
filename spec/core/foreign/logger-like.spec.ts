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
