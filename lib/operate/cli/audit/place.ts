/** Where a conversation stands, so that one can look: its file, its number and path there, its line of many. */
import type { ReadableCall } from '../../audit/conversation.js'
import type { FormatName } from '../../audit/formats/formats.js'
import { isIdentifier } from '../../../core/errors/index.js'
import { given } from '../../../core/options.js'
import type { DocumentPath } from '../transcripts/path.js'
import { printedName } from './printed-name.js'

export interface ConversationPlace {
  readonly file: string
  /** The line at which its document begins, from 1. */
  readonly line: number
  /** Which of its file it is, from 1. */
  readonly conversation: number
  /** Where it stands in its document. */
  readonly path: DocumentPath
  readonly format: FormatName
}

/** `[150].traj` */
const pathText = (path: DocumentPath): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : isIdentifier(step) ? `.${step}` : `["${step}"]`))
    .join('')
    .replace(/^\./, '')

const MAX_PATH = 80

/** `log.json, conversation 151 at [150].traj`; alone in its file, it needs no number. */
export const conversationAt = ({ file, line, conversation, path }: ConversationPlace, isAlone: boolean): string => {
  const at = path.some((step) => typeof step === 'number') ? ` at ${printedName(pathText(path), MAX_PATH)}` : ''
  const number = isAlone ? '' : `, conversation ${conversation}${at}`
  return `${printedName(file, 200)}${line > 1 ? `:${line}` : ''}${number}`
}

/** Where a call stands. */
export interface ShownPlace {
  /** In words: the file, and which of its conversations, where it has several. */
  readonly at: string
  readonly file: string
  /** Which of its file it is, from 1. */
  readonly conversation: number
}

/** A result: its place, the call in its conversation, from 1, with its own id, and the tool's words. */
export interface Sample extends ShownPlace {
  readonly call: number
  readonly id?: string
  readonly says: string
}

/** A sample before its place is put into words. */
export type KeptSample = Omit<Sample, keyof ShownPlace> & { readonly place: ConversationPlace }

export const keptSample = (place: ConversationPlace, at: number, { id }: ReadableCall, says: string): KeptSample => ({
  place,
  call: at + 1,
  ...given({ id: id && printedName(id) }),
  says
})

/** Where a sample stands, in words; its id finds it in any file. */
export const sampleText = ({ at, call, id }: Sample): string =>
  `${at}, call ${call}${id === undefined ? '' : ` (${id})`}`
