/** Finds the secrets of a command whose words stand in a list, by the line that it stands for. */
import { Command, SETTING } from './commands.js'
import type { Edit, Edits } from './edits.js'
import type { Container } from './json-container.js'
import { redactRunning } from './secret-text.js'
import type { Secrets } from './secrets.js'

const COMMAND = /^(?:arg(?:ument)?s|argv|command|cmd)$/
const BARE = /^[^\s"'`]+$/

/** The words without the secrets that they have in one line. `program` may stand beside the list. */
const wordsLeft = (program: unknown, words: ReadonlyArray<unknown>, secrets: Secrets): ReadonlyArray<unknown> => {
  // What is no bare word is cleaned by itself.
  const line = [program, ...words].map((word) => (typeof word === 'string' && BARE.test(word) ? word : '_'))
  const left = redactRunning(line.join(' '), secrets).split(' ')
  // A list may be one of names: `config get requirepass masterauth`
  return left.length === line.length
    ? words.map((word, at) => (left[++at] === line[at] || SETTING.test(line[at] as string) ? word : left[at]))
    : words
}

/** Gives elements without secrets that they have as words of a command. */
export const withoutWords = (
  elements: ReadonlyArray<unknown>,
  plain: string,
  program: unknown,
  secrets: Secrets
): ReadonlyArray<unknown> => (COMMAND.test(plain) ? wordsLeft(program, elements, secrets) : elements)

/** Reads the next word of a list of JSON: where the secret in it begins, or -1 if it has none. */
export const readWord = (list: Container, program: string | undefined, word: Edit): number => {
  if (COMMAND.test(list.key)) (list.words ??= []).push(word)
  return (list.command ??= new Command(program)).secretIn(word.by)
}

/** Replaces secrets in the words of a list of JSON that has ended. */
export const editWords = ({ words, isHidden }: Container, program: string, secrets: Secrets, edits: Edits): void => {
  if (words === undefined || isHidden) return
  const texts = words.map(({ by }) => by)
  const left = wordsLeft(program, texts, secrets)
  words.forEach((word, at) => {
    if (left[at] !== word.by) edits.add({ ...word, by: JSON.stringify(left[at]) })
  })
}
