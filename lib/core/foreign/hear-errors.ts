/** Keeps a client's connection troubles from ending the process. */

/** The part of an event emitter that is needed to listen for errors; a client without one has none to tell. */
export interface ErrorEmitterLike {
  on?(event: 'error', listener: (error: Error) => void): unknown
}

const heard = new WeakSet<ErrorEmitterLike>()

/** Listens, once for each client: without a listener, a connection that breaks while idle would end the process. Calls learn of it by themselves. */
export const hearErrors = (client: ErrorEmitterLike): void => {
  if (heard.has(client)) return
  heard.add(client)
  client.on?.('error', () => undefined)
}
