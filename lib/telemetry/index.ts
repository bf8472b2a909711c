/** `guarded-call/log`: a winston logger that needs no care. */
export { guardLogger, type GuardLogger, type GuardLoggerOptions } from './guard-logger.js'
