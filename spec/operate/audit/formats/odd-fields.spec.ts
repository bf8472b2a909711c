/** No field of a transcript can hold what ends the reading of its file. */
import { expect } from 'chai'
import { FORMATS, type FormatName } from '../../../../lib/operate/audit/formats/formats.js'
import { findHeld } from '../../../../lib/operate/cli/transcripts/find-transcripts.js'
import { share } from '../../../helpers/runs.js'
import { FORMS } from './forms.js'
import { STORY } from './story.js'

const ODD = { toString: 1, valueOf: 1 }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The value with an odd record in place of each text, number or null in turn. */
function* oddIn(value: unknown): Generator {
  if (!isObject(value)) return
  for (const [key, one] of Object.entries(value))
    for (const odd of isObject(one) ? oddIn(one) : [ODD])
      yield Array.isArray(value) ? value.with(Number(key), odd) : { ...value, [key]: odd }
}

const documentsIn = (text: string): ReadonlyArray<unknown> => {
  try {
    return [JSON.parse(text)]
  } catch {
    const lines = text.split('\n').filter((line) => line !== '')
    return [lines.map((line) => JSON.parse(line) as unknown)]
  }
}

describe('a transcript with a record in an odd place', () => {
  for (const { name, format, write } of FORMS)
    it(`is read: ${name}`, () => {
      for (const document of documentsIn(write(STORY)))
        for (const odd of share([...oddIn(document)])) {
          const { read } = FORMATS[format as FormatName]
          expect(() => [findHeld(odd, {}), read(Array.isArray(odd) ? odd : [odd], false)]).not.to.throw()
        }
    })
})
