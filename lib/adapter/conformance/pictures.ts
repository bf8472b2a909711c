/** What becomes of a picture that a tool answers beside its words. */
import { openTurn } from '../../guard/kernel.js'
import { expectSame } from '../../stores/conformance/case.js'
import { errorIn, expectThat, fail } from './expect.js'
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
  }
}
