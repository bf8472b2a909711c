/** Finds the secrets of a command whose words stand in a list, by the line that it stands for. */
import { isObject } from '../foreign/fields.js'
import { SETTING } from './commands.js'
import { redactRunning } from './secret-text.js'
import type { Secrets } from './secrets.js'

const COMMAND = /^(?:arg(?:ument)?s|argv|command|cmd)$/
const BARE = /^[^\s"'`]+$/

/**
 * Gives elements without secrets that they have as words of a command; its `program` may stand beside the list. What
 * holds others stays an object or a list.
 */
export const withoutWords = (
  elements: ReadonlyArray<unknown>,
  plain: string,
  program: unknown,
  secrets: Secrets
): ReadonlyArray<unknown> => {
  if (!COMMAND.test(plain)) return elements
  // What is no bare word is cleaned by itself.
  const line = [program, ...elements].map((word) => (typeof word === 'string' && BARE.test(word) ? word : '_'))
  const left = redactRunning(line.join(' '), secrets).split(' ')
  // A list may be one of names: `config get requirepass masterauth`
  return left.length === line.length
    ? elements.map((word, at) =>
        isObject(word) || left[++at] === line[at] || SETTING.test(line[at] as string) ? word : left[at]
      )
    : elements
}
