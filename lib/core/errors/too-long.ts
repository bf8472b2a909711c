/** A response that is too long for the model: its size, its first whole elements, and the call for less. */
import { EXECUTED, isDefaultHint } from './codes.js'
import { firstPart } from '../json/first-part.js'
import { asFields } from '../foreign/fields.js'
import { count, cut } from './text.js'
import { partialData, type ToolError } from './tool-error.js'

/** The call for a part of a response, by the size that fits and its number of elements. */
export type SmallerCall = (share: number, elements: number | undefined) => Pick<ToolError, 'hint' | 'next'> | undefined

export interface TooLongOptions {
  /** Of a write, the model reads that it was executed. @default 'read' */
  readonly effect?: 'read' | 'write'
  readonly smallerCall?: SmallerCall
}

// -- the words

const sizeOf = (chars: number, maxChars: number, payload: unknown): string =>
  `${count(chars, 'character')}${Array.isArray(payload) ? ` in ${count(payload.length, 'element')}` : ''}; at most ${maxChars} can be handed on`

const smaller = (chars: number, maxChars: number): string =>
  `Ask for at most 1/${Math.max(2, Math.ceil(chars / maxChars))} of it at a time: a smaller page, fewer fields or a narrower filter.`

// The only list in a payload, or the payload itself.
const elementsIn = (payload: unknown): number | undefined => {
  const lists = Array.isArray(payload) ? [payload] : Object.values(asFields(payload)).filter(Array.isArray)
  return lists.length === 1 ? lists[0]?.length : undefined
}

const goingOn = (hint: string | null): string | null =>
  hint === null ? null : `Go on with \`data\`. For the rest, ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`

const saying = (detail: string, part: unknown, whole: unknown): string => {
  const [kept, all] = [elementsIn(part), elementsIn(whole)]
  const what =
    kept === undefined || all === undefined
      ? 'Its first part is'
      : `The first ${kept} of ${count(all, 'element')} ${kept === 1 ? 'is' : 'are'}`
  return `${detail} ${what} in \`data\`.`
}

// -- as errors

/** The error with as much of the data as fits: whoever cannot ask for less still reads something. */
const withFirst = (error: ToolError, whole: unknown, maxChars: number, asksForLess: boolean): ToolError => {
  const told = { ...error, hint: asksForLess ? goingOn(error.hint) : error.hint }
  const around = JSON.stringify({ ...told, detail: saying(error.detail, whole, whole), data: 0 }).length
  const part = firstPart(whole, maxChars - around)
  return part === undefined ? error : { ...told, detail: saying(error.detail, part, whole), data: part }
}

/** The error in the place of a payload, whose JSON is `text`. */
export const tooLong = (text: string, maxChars: number, { effect, smallerCall }: TooLongOptions): ToolError => {
  const payload: unknown = JSON.parse(text)
  const error = partialData({
    code: 'too_long_for_model',
    detail: `The response has ${sizeOf(text.length, maxChars, payload)}.`,
    ...(effect === 'write'
      ? { hint: EXECUTED.hint }
      : {
          hint: smaller(text.length, maxChars),
          ...smallerCall?.(maxChars / text.length, elementsIn(payload))
        })
  })
  return withFirst(error, payload, maxChars, effect !== 'write')
}

// A hint to go on, or to request the next page, would skip the data that the model did not get.
const needsData = (error: ToolError): boolean =>
  isDefaultHint(error) || error.hint?.startsWith('Call again with ') === true

const ofPart = (error: ToolError, chars: number, maxChars: number, call?: SmallerCall): ToolError => {
  const asksForLess = needsData(error)
  const short = partialData({
    code: 'too_long_for_model',
    detail: `${cut(error.detail, 380)} (With its data, the response has ${sizeOf(chars, maxChars, error.data)}.)`,
    ...(asksForLess
      ? { hint: smaller(chars, maxChars), ...call?.(maxChars / chars, elementsIn(error.data)) }
      : { hint: error.hint })
  })
  return withFirst(short, error.data, maxChars, asksForLess)
}

export const withoutData = ({ data: _, ...error }: ToolError, why = 'cannot be written as JSON'): ToolError => ({
  ...error,
  detail: `${cut(error.detail, 400)} (Its data ${why}.)`
})

/** An error whose data are too long. A repeat's earlier response was whole; a part of a response was not. */
export const tooLongWithData = (error: ToolError, chars: number, maxChars: number, call?: SmallerCall): ToolError =>
  error.error_class === 'partial_data'
    ? ofPart(error, chars, maxChars, call)
    : withFirst(withoutData(error, 'are too long'), error.data, maxChars, false)
