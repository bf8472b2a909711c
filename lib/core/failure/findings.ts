/** Findings of linters and validators, which are what was asked for, and no failure. */
import { plainName, wordSet } from '../signs/names.js'
import { isFields } from '../foreign/fields.js'

const FINDING = wordSet(
  `line column row col severity file filename ruleid rule level startline lastline linenumber lineno range
  instancepath schemapath keyword`
)

/** Whether a list holds findings of a linter or a validator, each with its place. */
export const isFindings = (value: unknown): boolean => {
  const list = Array.isArray(value) ? value : isFields(value) && Array.isArray(value['data']) ? value['data'] : []
  return (
    (list.length > 0 &&
      list.every((one) => isFields(one) && Object.keys(one).some((key) => FINDING.has(plainName(key))))) ||
    (list.length > 0 && list.every((one) => typeof one === 'string' && /^\S+\.\w+:\d+/.test(one)))
  )
}
