import { config, expect } from 'chai'
import * as fc from 'fast-check'
import type { HistoryFormat } from '../../lib/history/formats.js'
import { repairHistory, type RepairOptions } from '../../lib/history/repair-history.js'
import { atomsOf, missingFrom, shared } from './stories/atoms.js'
import { breaks, broken } from './stories/breaks.js'
import { LANGCHAIN_FORMS, render } from './stories/render.js'
import { stories, type Story } from './stories/story.js'
import { validateAiSdk } from './validators/ai-sdk.js'
import { validateAnthropic } from './validators/anthropic.js'
import { validateLangchain } from './validators/langchain.js'
import { validateOpenaiResponses } from './validators/openai-responses.js'
import { validateOpenai } from './validators/openai.js'
import type { Validator } from './validators/rules.js'
import { runs } from '../helpers/runs.js'

const VALIDATORS: Readonly<Record<HistoryFormat, Validator>> = {
  openai: validateOpenai,
  'openai-responses': validateOpenaiResponses,
  anthropic: validateAnthropic,
  'ai-sdk': validateAiSdk,
  langchain: validateLangchain
}
const FORMATS = Object.keys(VALIDATORS) as ReadonlyArray<HistoryFormat>

config.truncateThreshold = 0

const numRuns = runs(2_000, 50_000)
const forms = fc.constantFrom(...Object.values(LANGCHAIN_FORMS))
const options: fc.Arbitrary<Required<RepairOptions>> = fc.record({
  frontier: fc.constantFrom('closed', 'open'),
  orphanResults: fc.constantFrom('note', 'drop'),
  unansweredCalls: fc.constantFrom('synthesize', 'remove'),
  collapseRepeats: fc.boolean(),
  continues: fc.constant(false)
})

const frozen = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
  }
  return value
}

const key = (id: unknown): string => (typeof id === 'string' ? id.trim() : '')

/** Texts of results whose id one call alone bears, and which come after it, before any other result of that id. */
const evidence = (story: Story): ReadonlyArray<string> => {
  const ids = story.flatMap((piece) => (piece.kind === 'model' ? piece.calls.map(({ id }) => key(id)) : []))
  const seen = new Set<string>()
  const answered = new Set<string>()
  return story.flatMap((piece) => {
    if (piece.kind === 'model') for (const { id } of piece.calls) seen.add(key(id))
    if (piece.kind !== 'result' || key(piece.id) === '' || piece.text.includes('interrupted')) return []
    if (piece.form === 'empty' || piece.form === 'blank' || piece.form === 'missing') return []
    const id = key(piece.id)
    if (!seen.has(id) || answered.has(id) || ids.filter((other) => other === id).length !== 1) return []
    answered.add(id)
    return [piece.text]
  })
}

for (const format of FORMATS) {
  describe(`repairHistory('${format}') of any history`, () => {
    const validate = VALIDATORS[format]

    it('gives back a whole history as the same array, and finds nothing in it', () => {
      fc.assert(
        fc.property(stories, forms, options, (story, form, choice) => {
          const messages = frozen(render(format, story, form))
          expect(validate(messages)).deep.equal([])
          const repaired = repairHistory(format, messages, { ...choice, collapseRepeats: false })
          expect(repaired.repairs).deep.equal([])
          expect(repaired.messages).equal(messages)
        }),
        { numRuns: numRuns / 4 }
      )
    })

    it('is valid afterwards, the same each time, idempotent, and leaves its input alone', () => {
      fc.assert(
        fc.property(stories, breaks, forms, options, (story, done, form, choice) => {
          const messages = frozen(render(format, broken(story, done), form))
          const repaired = repairHistory(format, messages, choice)
          expect(validate(repaired.messages, { live: choice.frontier === 'open' })).deep.equal([])
          expect(repairHistory(format, structuredClone(messages), choice)).deep.equal(repaired)
          const again = repairHistory(format, repaired.messages, choice)
          expect(again.repairs).deep.equal([])
          expect(again.messages).equal(repaired.messages)
          expect(repaired.messages === messages).equal(repaired.repairs.length === 0)
        }),
        { numRuns }
      )
    })

    it('drops exact copies, and claims nothing of them', () => {
      const kinds = [
        'a call comes twice',
        ...(format === 'openai-responses' ? ['a message of the model comes twice'] : [])
      ]
      const dice = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99))
      const copies = fc
        .constantFrom(...kinds)
        .chain((kind) => fc.array(fc.tuple(fc.constant(kind), dice), { minLength: 1, maxLength: 3 }))
      fc.assert(
        fc.property(stories, copies, forms, (story, done, form) => {
          const messages = render(format, broken(story, done), form)
          const { messages: kept, repairs } = repairHistory(format, messages)
          expect(kept.length).equal(render(format, story, form).length)
          // No call has another id, and no result is made up.
          const told = new Set(['duplicate_dropped', 'message_removed', 'result_moved'])
          expect(repairs.filter(({ kind }) => !told.has(kind))).deep.equal([])
        }),
        { numRuns: numRuns / 4 }
      )
    })

    it('explains every difference', () => {
      fc.assert(
        fc.property(stories, breaks, forms, options, (story, done, form, choice) => {
          const messages = render(format, broken(story, done), form)
          const repaired = repairHistory(format, messages, { ...choice, collapseRepeats: false })
          const [before, after] = [atomsOf(format, messages), atomsOf(format, repaired.messages)]
          const told = new Set(repaired.repairs.map(({ index }) => index))
          const explained = new Set(before.filter(({ index }) => told.has(index)).map(({ json }) => json))
          expect(missingFrom(before, after).filter(({ json }) => !explained.has(json))).deep.equal([])
          // A picture is shown beside the text of its repair.
          const added = missingFrom(after, before).filter(({ json }) => !json.includes('AAAA'))
          expect(added.length).most(repaired.repairs.length)
          const inOrder = (json: string): boolean => !explained.has(json)
          expect(shared(after, before).filter(inOrder)).deep.equal(shared(before, after).filter(inOrder))
          expect(repaired.repairs.map(({ index }) => index)).deep.equal(
            repaired.repairs.map(({ index }) => index).sort((a, b) => a - b)
          )
        }),
        { numRuns: numRuns / 2 }
      )
    })

    it('keeps every real result that had a call', () => {
      fc.assert(
        fc.property(stories, breaks, forms, (story, done, form) => {
          const damaged = broken(story, done)
          const { messages } = repairHistory(format, render(format, damaged, form))
          const texts: Array<string> = []
          JSON.stringify(messages, (_key, value: unknown) => {
            if (typeof value === 'string') texts.push(value)
            return value
          })
          const all = texts.join('\n')
          expect(evidence(damaged).filter((text) => !all.includes(text))).deep.equal([])
        }),
        { numRuns: numRuns / 2 }
      )
    })
  })
}
