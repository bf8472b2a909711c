/** A winston logger, the ready-made one too, is what the guard writes to. */
import { expectTypeOf } from 'expect-type'
import type winston from 'winston'
import type { LoggerLike } from '#core/foreign'
import type { GuardLogger } from '../../lib/telemetry/index.js'

expectTypeOf<winston.Logger>().toExtend<LoggerLike>()
expectTypeOf<GuardLogger>().toExtend<LoggerLike>()
expectTypeOf<{ readonly info: (message: string) => void }>().not.toExtend<LoggerLike>()
