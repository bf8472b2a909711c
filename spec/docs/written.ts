/** Pages, and parts of pages, that specs write with `UPDATE_DOCS=1` and otherwise hold to what the library is. */
import { expect } from 'chai'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../helpers/docs-examples.js'

const read = (file: string): string => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '')

/** Holds a whole page to its text. */
export const expectPage = (file: string, text: string): void => {
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(join(ROOT, file), text)
  expect(read(file), `${file} is not up to date: UPDATE_DOCS=1 npm run spec -- spec/docs/`).to.equal(text)
}

/** Holds to its text the part of a page between `<!-- name: written by spec/docs -->` and `<!-- end of name -->`. */
export const expectPart = (file: string, name: string, text: string): void => {
  const page = read(file)
  const begin = `<!-- ${name}: written by spec/docs -->`
  const [before, rest, ...more] = page.split(begin)
  const [, after] = rest?.split(`<!-- end of ${name} -->`) ?? []
  if (after === undefined || more.length > 0) expect.fail(`${file} has no part of the name ${name}, or several.`)
  expectPage(file, `${before}${begin}${text}<!-- end of ${name} -->${after}`)
}
