import { expect } from 'chai'
import {
  AS_THE_TOOL_SAYS,
  CLASS_HINTS,
  CODES,
  CODE_HINTS,
  codesOfStage,
  EXECUTED,
  type Hint,
  MAX_HINT,
  MAY_HAVE_RUN,
  OUT_OF_REACH,
  hintOnRepeat,
  isDefaultHint,
  onRepeat,
  oneLine
} from '#core/errors'

const defaults: ReadonlyArray<readonly [string, Hint]> = [...CODE_HINTS, ...Object.entries(CLASS_HINTS)]
const others = Object.entries({ AS_THE_TOOL_SAYS, OUT_OF_REACH, EXECUTED, MAY_HAVE_RUN })

describe('CODES', () => {
  it('lists every code once, in snake case, under its class', () => {
    const all = Object.values(CODES).flat()
    expect([...all].sort()).to.deep.equal([...CODE_HINTS.keys()].sort())
    for (const code of all) expect(code).to.match(/^[a-z]+(?:_[a-z]+)*$/)
    expect(Object.keys(CODES).sort()).to.deep.equal(Object.keys(CLASS_HINTS).sort())
    expect(CODES.partial_data).to.include('timeout').and.not.include('not_found')
  })

  it('arise in one stage of a call each', () => {
    const stages = (['arguments', 'guard', 'run', 'report', 'reading', 'codec', 'check', 'model'] as const).map(
      (stage) => [...codesOfStage(stage)]
    )
    expect(stages.flat().sort()).to.deep.equal([...CODE_HINTS.keys()].sort())
    expect([...codesOfStage('report')].sort()).to.deep.equal(
      'denied error_in_body not_found rate_limited rejected_arguments tool_unavailable unauthorized'.split(' ')
    )
  })
})

describe('a hint', () => {
  for (const [name, { hint, repeated = hint, unusable = hint }] of [...defaults, ...others]) {
    it(`fits into an error as it stands: ${name}`, () => {
      for (const text of [hint, repeated, unusable]) {
        expect(text).to.equal(oneLine(text, MAX_HINT))
        expect(text).to.match(/^[A-Z].*\.$/)
      }
    })

    it(`never says just "try again": ${name}`, () => {
      for (const text of [hint, repeated, unusable])
        expect(text).not.to.match(
          /(?:try|repeat|retry) (?:it |this )?again|(?:^|\. )(?:Try|Call|Retry)(?: it)? again\.|(?<!not )retry/i
        )
    })

    it(`says in the refusal of a repeat nothing that the refusal says itself: ${name}`, () => {
      expect(repeated).not.to.match(/do not repeat|and call again/i)
    })
  }

  it('has at most 90 characters by median, since every one is paid for in tokens', () => {
    const lengths = [...CODE_HINTS.values()].map(({ hint }) => hint.length).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).to.be.at.most(90)
  })

  it('never asks the model to repair a broken result', () => {
    for (const code of CODES.schema_mismatch)
      expect(CODE_HINTS.get(code)?.hint).not.to.match(/\bfix\b|\bcorrect\b|\brepair\b/i)
  })

  it('has the same variants wherever it stands, as its text is all that an error carries', () => {
    const byText = new Map<string, ReadonlyArray<string>>()
    for (const [name, hint] of defaults)
      byText.set(hint.hint, [...(byText.get(hint.hint) ?? []), `${onRepeat(hint)} (${name})`])
    const apart = [...byText.values()].filter((all) => new Set(all.map((one) => one.replace(/ \(\w+\)$/, ''))).size > 1)
    expect(apart).to.deep.equal([])
  })
})

describe('hintOnRepeat', () => {
  it('gives the variant for the refusal of a repeat where there is one', () => {
    expect(hintOnRepeat('Correct the arguments that are named and call again.')).to.equal(
      'Correct the arguments that the last response named.'
    )
    for (const hint of [...defaults.map(([, one]) => one), AS_THE_TOOL_SAYS, OUT_OF_REACH])
      expect(hintOnRepeat(hint.hint)).to.equal(onRepeat(hint))
  })

  it("leaves an author's own as it is", () => {
    const own = 'Do not repeat this call; ask Ada.'
    expect(hintOnRepeat(own)).to.equal(own)
  })
})

describe('isDefaultHint', () => {
  it('is so of what stands in the table, and of no hint at all', () => {
    for (const [, { hint, unusable = hint }] of defaults)
      expect([isDefaultHint({ hint }), isDefaultHint({ hint: unusable })]).to.deep.equal([true, true])
    expect(isDefaultHint({ hint: null })).to.equal(true)
  })

  it("is not so of an author's own, of a tool's own, and of what became of a write", () => {
    for (const hint of ['Ask Ada.', '', AS_THE_TOOL_SAYS.hint, OUT_OF_REACH.hint, EXECUTED.hint])
      expect(isDefaultHint({ hint })).to.equal(false)
  })
})
