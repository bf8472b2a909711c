import { expect } from 'chai'
import { CLASS_HINTS, CODE_HINTS, CODES } from '../../lib/core/codes.js'
import { oneLine } from '../../lib/core/text.js'
import { MAX_HINT } from '../../lib/core/tool-error.js'

const all: ReadonlyArray<string> = Object.values(CODES).flat()

describe('CODES', () => {
  it('lists every code once, in snake case', () => {
    expect(new Set(all).size).to.equal(all.length)
    for (const code of all) expect(code).to.match(/^[a-z]+(?:_[a-z]+)*$/)
  })

  it('lists every class', () => {
    expect(Object.keys(CODES).sort()).to.deep.equal(Object.keys(CLASS_HINTS).sort())
  })
})

describe('CODE_HINTS', () => {
  it('has a next move for every code, and for no other', () => {
    expect([...CODE_HINTS.keys()].sort()).to.deep.equal([...all].sort())
  })

  for (const [code, hint] of [...CODE_HINTS, ...Object.entries(CLASS_HINTS)]) {
    it(`fits into an error as it stands: ${code}`, () => {
      expect(hint).to.equal(oneLine(hint, MAX_HINT))
      expect(hint).to.match(/^[A-Z].*\.$/)
    })

    it(`never says just "try again": ${code}`, () => {
      expect(hint).not.to.match(
        /(?:try|repeat|retry) (?:it |this )?again|(?:^|\. )(?:Try|Call|Retry)(?: it)? again\.|(?<!not )retry/i
      )
    })
  }

  it('never asks the model to mend a broken result', () => {
    for (const code of CODES.schema_mismatch)
      expect(CODE_HINTS.get(code)).not.to.match(/\bfix\b|\bcorrect\b|\brepair\b/i)
  })
})
