/** A command line as a person reads it. */
import { redactText } from '../../core/redact/index.js'

const shownWord = (word: string): string => (/^[^\s"'`]+$/.test(word) ? word : JSON.stringify(word))

/** Without its secrets; a word with spaces is quoted. */
export const shownCommand = (command: ReadonlyArray<string>): string => redactText(command.map(shownWord).join(' '))
