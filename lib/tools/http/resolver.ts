/**
 * Holds a resolver that is not ours to its part: one answer, copied before it is looked at, whatever it throws, rejects
 * or changes later.
 */
import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { asFields } from '../../core/foreign/index.js'

const failure = (code: string): Error => Object.assign(new Error('the name was not resolved'), { code })

const codeOf = (error: unknown): string => {
  const { code } = asFields(error)
  return typeof code === 'string' ? code : 'ENOTFOUND'
}

// Each field is read once: what is checked is the text that the socket gets, and a getter has no second say.
const copyOf = (answer: unknown): ReadonlyArray<LookupAddress> => {
  const given: ReadonlyArray<unknown> = Array.isArray(answer) ? [...(answer as ReadonlyArray<unknown>)] : [answer]
  return given.map((one) => {
    const address: unknown = typeof one === 'object' && one !== null && 'address' in one ? one.address : one
    if (typeof address !== 'string' || isIP(address) === 0) throw failure('ENOTFOUND')
    return { address, family: isIP(address) }
  })
}

/**
 * A resolver that answers with addresses that pass, or with an error that has a code; `refused` is the code where one
 * of them does not pass.
 */
export const heldTo =
  (lookup: LookupFunction, passes: (address: string) => boolean, refused: string): LookupFunction =>
  (hostname, options, callback) => {
    let isAnswered = false
    const once = (answer: () => void): void => {
      if (!isAnswered) answer()
      isAnswered = true
    }
    const fail = (code: string): void => once(() => callback(failure(code), '', 0))
    const resolved = (error: unknown, answer: unknown): void => {
      try {
        if (error !== null && error !== undefined) return fail(codeOf(error))
        const addresses = copyOf(answer)
        const [first] = addresses
        if (first === undefined) return fail('ENOTFOUND')
        if (!addresses.every(({ address }) => passes(address))) return fail(refused)
        once(() =>
          options.all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family)
        )
      } catch {
        fail('ENOTFOUND')
      }
    }
    try {
      const returned: unknown = lookup(hostname, options, resolved)
      if (returned instanceof Promise) returned.catch(() => fail('ENOTFOUND'))
    } catch {
      fail('ENOTFOUND')
    }
  }
