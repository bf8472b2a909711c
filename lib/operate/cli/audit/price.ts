/** What wasted tokens cost: by a price of one's own, or by what the logs state. */
import type { Audit } from '../../audit/counts.js'
import { UsageError } from '../exit.js'

/** Money a million tokens. */
export interface Price {
  readonly in: number
  readonly out: number
}

/** Reads `in=3,out=15`. */
export const readPrice = (text: string): Price => {
  const [, input, output] = /^in=(\d+(?:\.\d+)?)(?:,out=(\d+(?:\.\d+)?))?$/.exec(text.replaceAll(' ', '')) ?? []
  if (input === undefined)
    throw new UsageError(`--price ${text} is no price. Write what a million tokens cost: --price in=3,out=15.`)
  return { in: Number(input), out: Number(output ?? 0) }
}

/** Money, and where its price comes from. */
export interface Cost {
  readonly wasted: number
  readonly all: number
  /** Of whole conversations, where the logs state it, or their tokens. */
  readonly total?: number
  readonly by: 'price' | 'log'
}

const MILLION = 1e6

/** What calls and their results cost, and what of it was wasted; undefined where nobody says what a token costs. */
export const costOf = ({ context, paid, usage }: Audit, price: Price | undefined): Cost | undefined => {
  if (price === undefined) {
    const { all, wasted, unpriced } = paid
    // What logs without a price wasted was not free.
    // Where it was, the logs state a price of 0.
    const isFree = context.wasted > 0 && unpriced === 0
    return (all === 0 && !isFree) || (wasted === 0 && unpriced > 0)
      ? undefined
      : { all, wasted, total: usage.cost, by: 'log' }
  }
  const of = (read: number, made: number): number => (read * price.in + made * price.out) / MILLION
  const all = of(context.read, context.made)
  const stated = of(usage.input, usage.output)
  // Not every log may state its tokens.
  const total = stated >= all ? { total: stated } : {}
  return { wasted: of(context.wasted, context.wastedMade), all, ...total, by: 'price' }
}
