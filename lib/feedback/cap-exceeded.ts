/** The error that ends a model's attempts at a valid output: a cap of its own, told apart from every limit on steps. */
import { count, oneLine } from '../core/text.js'
import { MAX_DETAIL, schemaMismatch, type ToolError } from '../core/tool-error.js'
import { joinLines } from '../guard/arguments.js'

const MAX_NAME = 80

const outputOf = (codec: string | undefined): string =>
  codec === undefined ? 'The structured output' : `The structured output ${oneLine(codec, MAX_NAME)}`

const exceeded = (detail: string): ToolError => schemaMismatch({ code: 'validation_cap_exceeded', detail })

/** Says how often in a row an output was not valid, and what was wrong with the last one. */
export const failedTooOften = (codec: string | undefined, failures: number, last: ReadonlyArray<string>): ToolError => {
  const said = `${outputOf(codec)} failed validation ${count(failures, 'consecutive time')}`
  if (last.length === 0) return exceeded(`${said}.`)
  return exceeded(`${said}; the last time: ${joinLines(last, MAX_DETAIL - said.length - '; the last time: '.length)}`)
}

/** Says that text came where an output was due. */
export const textTooOften = (codec: string | undefined, texts: number): ToolError =>
  exceeded(
    `${outputOf(codec)} was due, and the model answered in text ${count(texts, 'consecutive time')} without progress in between.`
  )
