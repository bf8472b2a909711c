/** One request to a server over HTTP: how long it is waited for, and what is said where its response does not come. */
import type { ClientRequest } from 'node:http'
import type { Id } from '../message.js'

/** A request on its way to the server, whose answer may still come. */
export interface HttpExchange {
  readonly id: Id
  /** Of a revision in which a client cancels by closing its connection. */
  readonly closes: boolean
  request: ClientRequest | undefined
  /** The session in which it was asked. */
  readonly session: string | undefined
  /** Asks it once more; undefined where it was asked before, in a session that its server had forgotten. */
  readonly again: (() => void) | undefined
}

/** A server accepts a notification at once, and ends a stream after the response; else nobody waits for it. */
export const PATIENCE_MS = 1_000
export const MAX_SILENCE_MS = 30_000

export const TORN = 'The connection to the server broke off before its response.'
export const SESSION_ENDED = 'The server ended the session (404).'
export const REFUSED_AGAIN = 'The server responded to this request with 404, in a new session too.'
export const SOMETHING_ELSE = 'The server sent something else in place of its response.'
