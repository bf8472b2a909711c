/** Makes text of transcripts safe to print: on one line, without control characters, and without secrets. */
import { plainName } from '../../../core/signs/index.js'
import { REDACTED, isSecretName, redactText } from '../../../core/redact/index.js'
import { isFields } from '../../../core/foreign/index.js'
import { canonicalText } from '../../../core/json/index.js'
import { oneLine } from '../../../core/errors/index.js'

const MAX_NAME = 60

/** A name that anybody may have chosen: of a tool, or of a file. */
export const printedName = (name: string, max = MAX_NAME): string => oneLine(redactText(name), max)

const LONGEST = 4_000

/** A path; of a long one the end, which tells files of one folder apart. */
export const printedPath = (path: string, max: number): string => {
  const name = oneLine(redactText(path), LONGEST)
  return name.length <= max ? name : `…${name.slice(1 - max).replace(/^[\udc00-\udfff]/, '')}`
}

const withoutSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return redactText(value.slice(0, LONGEST))
  if (depth > 12 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, 100).map((one) => withoutSecrets(one, depth + 1))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      isSecretName(plainName(key)) && one !== null && one !== '' ? REDACTED : withoutSecrets(one, depth + 1)
    ])
  )
}

/** Arguments, or a result, on one line. */
export const printedValue = (value: unknown, max: number): string =>
  oneLine(redactText(canonicalText(withoutSecrets(value)).slice(0, LONGEST)), max)

const NEAR = 2_000
const WORD = /[^\s"'`<>,;()[\]{}]{3,}/g

/** A part of a text: what the text around it tells of a secret is taken out of it as well. */
export const printedPart = (part: string, text: string, max: number): string => {
  const at = text.indexOf(part)
  if (at < 0) return printedValue(part, max)
  const left = redactText(text.slice(Math.max(0, at - NEAR), at + LONGEST))
  return printedValue(
    part.slice(0, LONGEST).replace(WORD, (word) => (left.includes(word) ? word : REDACTED)),
    max
  )
}
