/** Pages, and parts of pages, that specs write with `UPDATE_DOCS=1` and otherwise hold to what the library is. */
import { expect } from 'chai'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../helpers/docs-examples.js'

const UPDATE = process.env['UPDATE_DOCS'] === '1'

const read = (file: string): string => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '')

const expectEqual = (found: string, due: string, what: string): void => {
  expect(found, `${what} out of date: UPDATE_DOCS=1 npm run spec -- spec/docs/`).to.equal(due)
}

/** Holds a whole page to its text. */
export const expectPage = (file: string, text: string): void => {
  if (UPDATE) writeFileSync(join(ROOT, file), text)
  expectEqual(read(file), text, `${file} is`)
}

/** Holds to its text the part of a page between `<!-- name: written by spec/docs -->` and `<!-- end of name -->`. */
export const expectPart = (file: string, name: string, text: string): void => {
  const begin = `<!-- ${name}: written by spec/docs -->`
  const end = `<!-- end of ${name} -->`
  const [before, rest, ...others] = read(file).split(begin)
  const [found, after] = rest?.split(end) ?? []
  if (found === undefined || after === undefined || others.length > 0)
    return expect.fail(`${file} needs one part from ${begin} to ${end}`)
  if (UPDATE) writeFileSync(join(ROOT, file), `${before}${begin}${text}${end}${after}`)
  else expectEqual(found, text, `The ${name} of ${file} are`)
}
