import type * as t from 'io-ts'
import type { Issue } from '../core/issue.js'
export const explain = (_e: t.Errors, _o?: { values?: boolean }): ReadonlyArray<Issue> => []
