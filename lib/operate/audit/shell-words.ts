/** What coding agents write around what a command printed, in whatever format their log was stored. */
import { isFields } from '../../core/foreign/index.js'
import { dataOf } from '../../core/json/index.js'

/** What a command printed, and whether its agent says that it failed. */
export interface Printed {
  readonly text: string
  /** Undefined where that is not known. */
  readonly failed: boolean | undefined
}

// Codex. How long a command took would make each result another one.
const HEAD_LINE = '(?:Chunk ID|Wall time|Original token count|Total output lines): [^\\n]*\\n'
const HEAD = new RegExp(
  `^(?:Command: [^]*?\\n(?=Chunk ID: ))?(?:${HEAD_LINE}){0,6}(?:Process exited with code|Exit code:) *(-?\\d+)\\n(?:${HEAD_LINE}|\\n){0,6}Output:?\\n?`
)
// Cline and Roo Code, which may not know how a command ended.
const HEAD_OF_CLINE =
  /^Command (?:executed in terminal[^\n]{0,600}\. (?:Command execution was not successful[^\n]{0,100}\n)?Exit code: (-?\d+)|failed with exit code (\d+)\.?|executed\.(?=\nOutput:))\n?(?:Output:\n?)?/
const OF_CODEX = /^\s*\{\s*"(?:output|metadata)"/
// Codex, and of a patch VS Code.
const NEVER_RAN = /^(?:exec_command failed\b|failed in sandbox\b|tool call error:|applying patch failed with error:)/i

// Of a call that a person stopped, Codex writes nothing else; earlier versions leave the time out.
const ABORTED = /^(?:Wall time: (\d{1,7}(?:\.\d+)?) seconds\n)?aborted(?: by user(?: after (\d{1,7}(?:\.\d+)?)s)?)?\s*$/

// OpenCode.
const STOPPED =
  /<(?:shell|bash)_metadata>\s*(\w+ tool terminated command after exceeding timeout (\d{1,9}) ms)[^<]{0,400}<\/\w+>\s*$/

// mini-swe-agent, with all of the command before it.
const TIMED_OUT =
  /^\s*(?:<exception>|Error: )An error occurred while executing the command: Command '[^]*?' timed out after (\d{1,7}(?:\.\d+)?) seconds/

// Pi, below the output.
const ENDED_IN_PI =
  /(?:^|\n\n)Command (?:exited with code (\d{1,3})|timed out after (\d{1,7}(?:\.\d+)?) seconds|aborted)\s*$/
// Claude Code, above what was printed until then.
const STOPPED_BY_CLAUDE =
  /^(?:Error: )?(?:Exit code -?\d{1,3}\n)?(Command timed out after (?:(\d{1,4})h )?(?:(\d{1,4})m )?(\d{1,7}(?:\.\d{1,3})?)s)\b/

const NEAR = 80
const NO_OUTPUT = /^\(no output\)\s*$/

interface Stopped {
  readonly code: 'timeout' | 'cancelled'
  readonly says: string
  readonly ms: number
}

/** That a call was stopped, and after how many milliseconds where that is said; undefined of any other. */
export const stoppedIn = (text: string): Stopped | undefined => {
  const [, says = '', ms = ''] = STOPPED.exec(text.slice(-1_000)) ?? []
  if (says !== '') return { code: 'timeout', says, ms: Number(ms) }
  const [, claudes = '', hours = 0, minutes = 0, rest = 0] = STOPPED_BY_CLAUDE.exec(text) ?? []
  if (claudes !== '') {
    const all = (Number(hours) * 60 + Number(minutes)) * 60 + Number(rest)
    return { code: 'timeout', says: claudes, ms: all * 1_000 }
  }
  const [stop, wall, after = wall] = ABORTED.exec(text) ?? []
  if (stop !== undefined) return { code: 'cancelled', says: stop.trim(), ms: Number(after ?? 0) * 1_000 }
  const [ended, exit, limit] = ENDED_IN_PI.exec(text.slice(-NEAR)) ?? []
  const seconds = limit ?? TIMED_OUT.exec(text)?.[1]
  if (seconds !== undefined)
    return { code: 'timeout', says: `The command timed out after ${seconds} seconds`, ms: Number(seconds) * 1_000 }
  return ended === undefined || exit !== undefined ? undefined : { code: 'cancelled', says: ended.trim(), ms: 0 }
}

/** What a command printed, where an agent wrote around it how the command ended; undefined of any other text. */
export const printedIn = (text: string): Printed | undefined => {
  const data = OF_CODEX.test(text) ? dataOf(text) : undefined
  if (isFields(data) && typeof data['output'] === 'string' && isFields(data['metadata'])) {
    const { exit_code: code } = data['metadata']
    if (typeof code === 'number') return { text: data['output'], failed: code !== 0 }
  }
  const head = HEAD.exec(text)
  if (head !== null) return { text: text.slice(head[0].length), failed: head[1] !== '0' }
  const ofCline = HEAD_OF_CLINE.exec(text)
  if (ofCline !== null) {
    const [own, stated, code = stated] = ofCline
    const printed = text.slice(own.length)
    if (code === undefined) return { text: printed, failed: undefined }
    return code === '0' ? { text: printed, failed: false } : { text: `Exit code ${code}\n${printed}`, failed: true }
  }
  const [ended = '', exit] = ENDED_IN_PI.exec(text.slice(-NEAR)) ?? []
  if (exit !== undefined)
    return { text: `Exit code ${exit}\n${text.slice(0, -ended.length).replace(NO_OUTPUT, '')}`, failed: true }
  return NEVER_RAN.test(text) || stoppedIn(text) !== undefined ? { text, failed: true } : undefined
}
