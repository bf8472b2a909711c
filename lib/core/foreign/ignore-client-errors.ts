/** Keeps connection errors of a client from ending the process. */

/** The part of an event emitter that is needed to listen for errors; a client without it emits none. */
export interface ErrorEmitterLike {
  on?(event: 'error', listener: (error: Error) => void): unknown
}

const heard = new WeakSet<ErrorEmitterLike>()

/**
 * Listens, once for each client: without a listener, a connection that breaks while idle would end the process. Running
 * calls get the error themselves.
 */
export const ignoreClientErrors = (client: ErrorEmitterLike): void => {
  if (heard.has(client)) return
  heard.add(client)
  client.on?.('error', () => undefined)
}
