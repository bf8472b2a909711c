/** The subpath `guarded-call/otel`. */
export { otelObserver, type OtelObserver, type OtelOptions } from './otel-observer.js'
