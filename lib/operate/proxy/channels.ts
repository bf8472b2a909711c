/** The two sides of a relay. */
import type { Id, Notification, Response } from './message.js'

export interface Channels {
  /** `of`: what the server sends of its own belongs to this request. */
  readonly toClient: (line: Buffer, of?: Id) => void
  readonly toServer: (line: Buffer) => void
  /** Whether a connection still stands on which the client reads this message of the server. */
  readonly hears: (message: Response | Notification, of?: Id) => boolean
  /** Whether the server is asked over HTTP, where headers repeat what messages say. */
  readonly isHttp: boolean
}
