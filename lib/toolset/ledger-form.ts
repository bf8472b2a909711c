/** What a ledger keeps of a framework's response: data that are all of it. Of any other, it is known that it came. */
import * as E from 'fp-ts/lib/Either.js'
import { copyData, isObject } from '../core/foreign/index.js'
import { isNoMore, type LedgerForm } from '../guard/kernel.js'
import { isData, type Framework } from './framework.js'
import { isProxy } from '#platform'

/**
 * Keeps the very value that a framework is handed on. Where a rule makes another of it (`isMade`), and of all of it, it
 * is enough to keep what that is made of.
 */
export const ledgerFormFor =
  (framework: Framework, isMade: boolean): LedgerForm =>
  (answer, { raw }) => {
    const { kept = (data: unknown) => ({ data }) } = framework
    const whole = kept(answer)
    if (whole === undefined) return undefined
    const { data: value } = whole
    const copied = copyData(value, { isProxy })
    const isAll = isMade && isData(framework, answer)
    if (E.isRight(copied)) return isAll || isNoMore(value, copied.right) ? { data: copied.right } : undefined
    // A text would come back as text.
    return isAll && isObject(raw) ? { data: raw } : undefined
  }
