/** What the name of a tool tells of its repeats, beyond whether it writes. */
import { kindOf, namedWords, wordSet } from '../../core/signs/index.js'

// What is to be done stands in no argument: `process_next_order`, `git_commit`, `send_otp`.
const OF_STATE = wordSet('next pop advance step deploy redeploy commit otp resend')

/** Whether equal calls of a tool that writes may well mean different deeds, by its name. */
export const actsOnState = (name: string): boolean => namedWords(name).some((word) => OF_STATE.has(word))

const UNDOES = /^(?:delet|remov|cancel|undo|undone|revert|restor|clear|reset|unsubscrib|close|void|logout)/

/** Whether a tool undoes what another wrote, by its name. */
export const undoes = (name: string): boolean => namedWords(name).some((word) => UNDOES.test(word))

// What it does depends on what is shown, and the same click is another one on the next page. A verb that writes beside
// the step is of something else: `publish_press_release`.
const DEVICES = wordSet('browser mouse cursor keyboard')
const STEPS = wordSet('navigate goto scroll hover snapshot screenshot click press')

/** Whether a tool makes a step in a browser or on a desktop, by its name: `browser_click`, `mouse_move`. */
export const isStepOnScreen = (name: string): boolean => {
  const words = namedWords(name)
  return words.some((word) => DEVICES.has(word)) || (kindOf(name) === 'none' && words.some((word) => STEPS.has(word)))
}

const SWITCHES = /^(?:login|logon|signin|signon|authenticat|impersonat|switch)/

/** Whether a tool changes for whom later calls act, by its name: `login_into_bank_app`, `switch_account`. */
export const switchesContext = (name: string): boolean => {
  const words = namedWords(name)
  return (
    words.some((word) => SWITCHES.test(word)) ||
    words.some((word, at) => /^(?:log|sign)$/.test(word) && /^(?:in|on)$/.test(words[at + 1] ?? ''))
  )
}

// `post` may be the method of a request: `API-post-database-query`.
const ASKS = wordSet('query search lookup')

/** Whether a tool may only ask, by a later word of its name, though the first verb writes. */
export const isNamedAsQuery = (name: string): boolean =>
  namedWords(name)
    .slice(1)
    .some((word) => ASKS.has(word))
