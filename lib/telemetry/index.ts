/** `guarded-call/log`: a winston logger that can be left alone. */
export { guardLogger, type GuardLogger, type GuardLoggerOptions } from './guard-logger.js'
