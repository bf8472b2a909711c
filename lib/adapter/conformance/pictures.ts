/** What becomes of a picture that a tool answers beside its words. */
import { asFields } from '../../core/foreign/index.js'
import { openTurn } from '../../guard/kernel.js'
import { expectSame } from '../../stores/conformance/case.js'
import { errorIn, expectMatch, expectThat, fail } from './expect.js'
import { guardOne } from './guarded-answers.js'
import type { PicturesUnderTest, Promises, ToolsUnderTest } from './under-test.js'

const picturesOf = ({ pictures }: ToolsUnderTest): PicturesUnderTest =>
  pictures ?? fail('Expected responses with pictures.')

const WORDS = 'Took a screenshot.'
const PICTURE = 'cGljdHVyZQ=='

const READ = { rules: { look_up: { effect: 'read' } } } as const

export const PICTURES: Promises<ToolsUnderTest> = {
  'takes a response for a new one where its picture is': async (adapter) => {
    const { shown } = picturesOf(adapter)
    let taken = 0
    const call = guardOne(adapter, () => shown(WORDS, btoa(`picture ${++taken}`)), READ)
    for (let i = 0; i < 6; i++) await call()
    expectSame(taken, 6, 'how often the tool ran')
  },
  'refers to no response by its words alone': async (adapter) => {
    const { shown } = picturesOf(adapter)
    const call = guardOne(adapter, () => shown(WORDS, PICTURE), { ...READ, turn: openTurn() })
    for (let i = 0; i < 3; i++) await call()
    const { code, data } = errorIn(await call())
    expectSame(code, 'retry_budget_exceeded', 'the code of the fourth call')
    expectThat(
      data === undefined || JSON.stringify(data).includes(PICTURE),
      `Expected the picture in the data of the refusal: ${JSON.stringify(data)}`
    )
  },
  'hands on the picture of a tool that failed, unless its words are not to be quoted': async (adapter) => {
    const { failing } = picturesOf(adapter)
    if (failing === undefined) return
    for (const quoteErrors of [true, false]) {
      const rules = { look_up: { quoteErrors } }
      const { text, value, thrown } = await guardOne(adapter, () => failing('The button was not found.', PICTURE), {
        rules
      })()
      const read = JSON.stringify([text, value, asFields(thrown)['content']])
      expectMatch(read, /not_found/, 'the error')
      expectSame(read.includes(PICTURE), quoteErrors, 'whether the picture is there')
    }
  }
}
