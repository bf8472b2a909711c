/** The page of codes says what the library says: rewrite it with `UPDATE_DOCS=1`. */
import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODES } from '../../lib/core/codes.js'
import { ROOT } from '../helpers/docs-examples.js'
import { codesPage } from './codes-page.js'
import { errorOf, provokeAll } from './provoke.js'

const PAGE = join(ROOT, 'docs', 'codes.md')

describe('docs/codes.md', function () {
  this.timeout(60_000)

  it('shows of every code what a model really reads', async () => {
    const provoked = await provokeAll()
    expect([...provoked.keys()].sort()).to.deep.equal(Object.values(CODES).flat().sort())
    const page = codesPage((code) => {
      const error = O.toNullable(errorOf(provoked.get(code)))
      if (error?.code !== code) expect.fail(`${code} came to ${JSON.stringify(provoked.get(code))}`)
      return error
    })
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(PAGE, page)
    expect(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '').to.equal(page)
  })
})
