import { expect } from 'chai'
import {
  CLASS_HINTS,
  CODE_HINTS,
  OUT_OF_REACH,
  type ToolError,
  partialData,
  schemaMismatch,
  semanticGarbage
} from '#core/errors'
import { narrowed, refusalHint, withOutcome } from '../../lib/guard/outcome.js'
import type { CheckedTool } from '../../lib/guard/tool.js'

const tool = (narrow?: (args: unknown, error: unknown) => unknown): CheckedTool<unknown> => ({
  name: 'search',
  effect: 'read',
  run: () => null,
  ...(narrow === undefined ? {} : { narrow: narrow as () => string })
})

const CAME = { bytes: 4_096, elements: 35 }
const late = partialData({ code: 'timeout', detail: 'late' })
const DONE = 'It was executed: do not repeat it; verify its effect with a read.'

describe('narrowed', () => {
  it("puts the tool's smaller request in place of the hint", () => {
    const told: Array<unknown> = []
    expect(
      narrowed(
        tool((...all) => {
          told.push(all)
          return 'Call again with\npage_size=20.'
        }),
        { q: 1 },
        late,
        CAME
      )
    ).to.deep.equal({ ...late, hint: 'Call again with page_size=20.' })
    expect(told).to.deep.equal([[{ q: 1 }, late, CAME]])
    expect(
      narrowed(
        tool(() => 'x'),
        {},
        { ...late, hint: null },
        CAME
      ).hint
    ).to.equal('x')
    expect(
      narrowed(
        tool(() => 'x'.repeat(400)),
        {},
        late,
        CAME
      ).hint
    ).to.have.length(300)
  })

  it('takes arguments to change for the next call', () => {
    const narrow = tool(() => ({ limit: 20 }))
    expect(narrowed(narrow, {}, late, CAME)).to.deep.equal({ ...late, next: { tool: 'search', args: { limit: 20 } } })
  })

  it('leaves the error as it is where there is none, or none that can be used', () => {
    for (const one of [
      tool(),
      tool(() => null),
      tool(() => ''),
      tool(() => 7),
      tool(() => {
        throw new Error('x')
      })
    ])
      expect(narrowed(one, {}, late, CAME)).to.equal(late)
  })

  it('leaves a hint that is the next call itself', () => {
    const next = { ...late, hint: 'Call again with page=2.' }
    expect(
      narrowed(
        tool(() => 'x'),
        {},
        next,
        CAME
      )
    ).to.equal(next)
    expect(
      narrowed(
        tool(() => 'x'),
        {},
        { ...late, hint: 'Do not Call again with page=2.' },
        CAME
      ).hint
    ).to.equal('x')
  })
})

describe('withOutcome', () => {
  it('says what became of the write in place of a default hint', () => {
    const mismatch = schemaMismatch({ code: 'invalid_json', detail: 'x' })
    const own = semanticGarbage({ code: 'my_own_code', detail: 'x' })
    expect([mismatch.hint, own.hint]).to.deep.equal([
      CODE_HINTS.get('invalid_json')?.hint,
      CLASS_HINTS.semantic_garbage.hint
    ])
    const cut = partialData({
      code: 'incomplete_response',
      detail: 'x',
      hint: CODE_HINTS.get('incomplete_response')?.unusable ?? null
    })
    for (const one of [mismatch, own, { ...own, hint: null }, cut]) {
      expect(withOutcome(one, 'yes').error).to.deep.equal({ ...one, hint: DONE })
      expect(withOutcome(one, 'unknown').error.hint).to.equal(
        'It is unknown whether it was executed: verify with a read before doing anything else.'
      )
    }
  })

  it("keeps the author's hint behind it", () => {
    const own = semanticGarbage({ code: 'my_own_code', detail: 'x', hint: 'Ask the user.' })
    expect(withOutcome(own, 'yes').error.hint).to.equal(`${DONE} Ask the user.`)
  })

  it('keeps every hint where nothing happened, for then there is something to do', () => {
    const limited = partialData({ code: 'rate_limited', detail: 'x' })
    expect(withOutcome(limited, 'no').error.hint).to.equal(`It was not executed: nothing happened. ${limited.hint}`)
    expect(withOutcome({ ...limited, hint: null }, 'no').error.hint).to.equal('It was not executed: nothing happened.')
  })
})

describe('refusalHint', () => {
  const STOP = 'Do not make this call again in this turn.'
  const onRepeatOf = (last: ToolError, onRepeat?: string): string | null => refusalHint(last, onRepeat)
  const afterWrite = (last: ToolError, executed: 'yes' | 'no'): string | null => {
    const told = withOutcome(last, executed)
    return onRepeatOf(told.error, told.onRepeat)
  }

  it('says once that the call must not be made', () => {
    const threw = schemaMismatch({ code: 'tool_threw', detail: 'x' })
    expect(onRepeatOf(threw)).to.equal(`${STOP} Use another tool, or tell the user.`)
    const gone = partialData({ code: 'tool_unavailable', detail: 'x', hint: OUT_OF_REACH.hint })
    expect(onRepeatOf(gone)).to.equal(`${STOP} Use another tool, or tell the user.`)
  })

  it('points to nothing that only the last answer held', () => {
    const invalid = semanticGarbage({ code: 'invalid_arguments', detail: 'x' })
    expect(onRepeatOf(invalid)).to.equal(`${STOP} Correct the arguments that the last response named.`)
  })

  it('asks for another call in words that do not contradict it', () => {
    const cut = partialData({ code: 'truncated_response', detail: 'x', hint: 'Call again with limit=1.' })
    expect(onRepeatOf(cut)).to.equal(`${STOP} Call it with limit=1.`)
  })

  it("leaves an author's words as they are", () => {
    const own = semanticGarbage({ code: 'closed', detail: 'x', hint: 'Do not repeat this call; ask Ada.' })
    expect(onRepeatOf(own)).to.equal(`${STOP} Do not repeat this call; ask Ada.`)
    expect(onRepeatOf({ ...own, hint: null })).to.equal(null)
  })

  it('says of a write what became of it, and then what its author hinted', () => {
    const threw = schemaMismatch({ code: 'tool_threw', detail: 'x' })
    const own = semanticGarbage({ code: 'closed', detail: 'x', hint: 'Ask Ada.' })
    expect(afterWrite(threw, 'yes')).to.equal(`${STOP} It was executed: verify its effect with a read.`)
    expect(afterWrite(own, 'yes')).to.equal(`${STOP} It was executed: verify its effect with a read. Ask Ada.`)
    expect(afterWrite(threw, 'no')).to.equal(
      `${STOP} It was not executed: nothing happened. Use another tool, or tell the user.`
    )
  })
})
