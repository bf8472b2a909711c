/** One word of a rule, with the reason for it. */
import type { ToolRule } from '../../../toolset/rules.js'

export interface RuleLine {
  readonly word: keyof ToolRule
  readonly code: string
  readonly why: string
  /** It stands in a comment: somebody must decide it. */
  readonly isOpen: boolean
}

export const ruleLine = (word: keyof ToolRule, code: string, why: string, isOpen = false): RuleLine => ({
  word,
  code,
  why,
  isOpen
})

/** One that somebody must decide. */
export const openLine = (word: keyof ToolRule, code: string, why: string): RuleLine => ruleLine(word, code, why, true)
