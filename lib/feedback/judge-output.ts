/** Says what is wrong with a structured output: its text, its shape, or what it says. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { argumentLine } from '../core/argument-line.js'
import type { SemanticCheck } from '../core/checks/semantic-check.js'
import type { Issue, Path } from '../core/issue.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { decodeArgs } from '../guard/arguments.js'
import { check } from '../guard/check.js'
import { fieldLine } from './field-line.js'
import type { Output } from './read-output.js'

export type OutputVerdict<A> =
  | { readonly kind: 'valid'; readonly value: A }
  | {
      readonly kind: 'invalid'
      /** As the model reads them. */
      readonly problems: ReadonlyArray<string>
      /** As an error's detail holds them. */
      readonly lines: ReadonlyArray<string>
      readonly issues: ReadonlyArray<Issue>
      /** The fields that the model is asked to mend; nothing where that cannot be told. */
      readonly mentioned: ReadonlyArray<Path> | undefined
    }
  /** The author's own code failed: nothing that a model could mend. */
  | { readonly kind: 'broken'; readonly error: ToolError }

const said = <A>(what: string): OutputVerdict<A> => ({
  kind: 'invalid',
  problems: [`  - ${what}`],
  lines: [what],
  issues: [],
  mentioned: undefined
})

const UNSAID = 'The output is not valid, and its codec does not say why.'

const misshapen = <A>(issues: ReadonlyArray<Issue>): OutputVerdict<A> =>
  issues.length === 0
    ? said(UNSAID)
    : {
        kind: 'invalid',
        problems: issues.map(fieldLine),
        lines: issues.map(argumentLine),
        issues,
        mentioned: issues.map(({ path }) => path)
      }

/** Judges an output by its codec, and what the codec takes by the semantic check. Never throws. */
export const judgeOutput = <A>(
  codec: t.Decoder<unknown, A>,
  semanticCheck: SemanticCheck<A, string> | undefined,
  request: string,
  { data }: Output
): OutputVerdict<A> => {
  if (E.isLeft(data)) return said(data.left)
  const decoded = decodeArgs(codec, data.right)
  if (E.isLeft(decoded)) {
    const { issues } = decoded.left
    return issues === undefined
      ? {
          kind: 'broken',
          error: schemaMismatch({ code: 'codec_threw', detail: 'The codec threw instead of answering.' })
        }
      : misshapen(issues)
  }
  const found = check(semanticCheck === undefined ? [] : [semanticCheck], decoded.right, request, data.right)
  const refused = E.isLeft(found) ? found.left : found.right
  if (refused === undefined) return { kind: 'valid', value: decoded.right }
  return refused.code === 'check_threw' ? { kind: 'broken', error: refused } : said(refused.detail)
}
