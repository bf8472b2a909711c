/** What wasted tokens cost: by a price of one's own, or by what the logs state. */
import type { Audit } from '../../audit/counts.js'
import { UsageError } from '../exit.js'

/** Money a million tokens. */
export interface Price {
  readonly in: number
  readonly out: number
  /** For input that a cache supplied. @default nobody says */
  readonly cached: number | undefined
}

const PART = /^(in|out|cached)=(\d+(?:\.\d+)?)$/

/** Reads `in=3,out=15,cached=0.3`. */
export const readPrice = (text: string): Price => {
  const parts = text.split(',').map((part) => PART.exec(part.replaceAll(' ', '')))
  const named = new Map(parts.map((part) => [part?.[1], Number(part?.[2])]))
  const input = named.get('in')
  if (input === undefined || named.has(undefined))
    throw new UsageError(
      `--price ${text} is no price. Write what a million tokens cost: --price in=3,out=15,cached=0.3.`
    )
  return { in: input, out: named.get('out') ?? 0, cached: named.get('cached') }
}

/** What a million tokens of input cost on average, by the part that a cache supplied. */
export const inputPrice = ({ usage: { input, cached } }: Audit, price: Price): number =>
  input === 0 ? price.in : price.in + (((price.cached ?? price.in) - price.in) * cached) / input

/** Money, and where its price comes from. */
export interface Cost {
  readonly wasted: number
  readonly all: number
  /** Of whole conversations, where the logs state it, or their tokens. */
  readonly total?: number
  readonly by: 'price' | 'log'
  /** A cache supplied a part of the tokens, and nobody says for which price. @default false */
  readonly atMost?: boolean
}

const MILLION = 1e6

/** What calls and their results cost, and what of it was wasted; undefined where nobody says what a token costs. */
export const costOf = (audit: Audit, price: Price | undefined): Cost | undefined => {
  const { context, paid, usage } = audit
  if (price === undefined) {
    const { all, wasted, unpriced } = paid
    // What logs without a price wasted was not free.
    return all === 0 || (wasted === 0 && unpriced > 0) ? undefined : { all, wasted, total: usage.cost, by: 'log' }
  }
  const input = inputPrice(audit, price)
  const of = (read: number, made: number): number => (read * input + made * price.out) / MILLION
  const all = of(context.read, context.made)
  const stated = of(usage.input, usage.output)
  // Not every log may state its tokens.
  const total = stated >= all ? { total: stated } : {}
  const bound = price.cached === undefined && usage.cached > 0 ? { atMost: true } : {}
  return { wasted: of(context.wasted, context.wastedMade), all, ...total, by: 'price', ...bound }
}
