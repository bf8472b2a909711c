/** A redactor of specs, whose every text is read once more with a name of a caller's own in place of `password`. */
import { expect } from 'chai'
import { isDeepStrictEqual } from 'node:util'
import { type Redact, type RedactOptions, redactor } from '#core/redact'

// As a whole: `password`, `Password` and `PASSWORD`, and no part of another name.
const NAME = /(?<![\p{L}\p{N}]|[\p{L}\p{N}][_-])password(?![\p{L}\p{N}]|[_-][\p{L}\p{N}])/giu

/** The same data, where a name of ours stands for `password`. */
const renamed = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value).replace(NAME, (name) =>
      name === name.toUpperCase() ? 'SSN' : name === name.toLowerCase() ? 'ssn' : 'Ssn'
    )
  )

// What JSON writes as it is
const isData = (value: unknown): boolean => {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value)
  } catch {
    return false
  }
}

/** Redacts as `redactor` does, and holds that it does the same under a name of a caller's own. */
export const anyNameRedactor = (options: RedactOptions = {}): Redact => {
  const known = redactor(options)
  const own = redactor({ ...options, keys: [...(options.keys ?? []), 'ssn'] })
  return ((value: unknown) => {
    const left = known(value)
    if (isData(value) && !isDeepStrictEqual(left, value))
      expect(renamed(own(renamed(value)))).to.deep.equal(renamed(left))
    return left
  }) as Redact
}
