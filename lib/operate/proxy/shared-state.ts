/**
 * What all guards share, whichever session they are for: a client that comes back in another one goes on with the turns
 * that it names. What a server lists is not shared, since each session has one of its own.
 */
import { FORGOTTEN, ForgottenTurns } from './forgotten-turns.js'
import { NamedTurns } from './named-turns.js'
import type { AcceptedTools } from './pins.js'
import type { ProxySettings } from './settings.js'
import { Summary } from './summary.js'

export interface SharedState {
  readonly summary: Summary
  readonly named: NamedTurns
  readonly accepted: AcceptedTools
}

export const sharedState = (settings: ProxySettings): SharedState => {
  const summary = new Summary(settings)
  const forgotten = new ForgottenTurns(() => summary.note(FORGOTTEN))
  return { summary, named: new NamedTurns(forgotten), accepted: { definitions: settings.pin?.accepted } }
}
