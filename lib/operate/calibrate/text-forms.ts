/** Recognized forms of text: an error names them in place of a value, and a draft notes them beside a field. */
import { IsoDateTime } from '../../codec/formats.js'

export type TextForm = 'date and time' | 'date' | 'UUID' | 'URL' | 'e-mail address'

const FORMS: ReadonlyArray<readonly [TextForm, (text: string) => boolean]> = [
  ['date and time', IsoDateTime.is],
  ['date', (text) => /^\d{4}-\d{2}-\d{2}$/.test(text)],
  ['UUID', (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)],
  ['URL', (text) => /^https?:\/\/[^\s]+$/i.test(text)],
  ['e-mail address', (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)]
]

const MAX_CHARS = 4_096

/** The form of a whole text, if it has one. */
export const textFormOf = (text: string): TextForm | undefined =>
  text.length > MAX_CHARS ? undefined : FORMS.find(([, has]) => has(text))?.[0]
