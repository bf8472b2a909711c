/** Changes an input a little, as fuzzers do: bytes, pieces, tokens, and pieces of other inputs. */
import type { Random } from './random.js'

const MAX_LENGTH = 4_096

type Change = (input: string, random: Random, tokens: ReadonlyArray<string>, others: ReadonlyArray<string>) => string

const spliced = (input: string, at: number, length: number, put: string): string =>
  input.slice(0, at) + put + input.slice(at + length)

const piece = (input: string, random: Random): string => {
  const at = random(input.length + 1)
  return input.slice(at, at + 1 + random(1 << random(7)))
}

const pick = (values: ReadonlyArray<string>, random: Random): string => values[random(values.length)] ?? ''

const CHANGES: ReadonlyArray<Change> = [
  // A bit, a byte, a byte more, a byte one up or down.
  (input, random) => {
    const at = random(input.length)
    return spliced(input, at, 1, String.fromCharCode((input.charCodeAt(at) || 0) ^ (1 << random(8))))
  },
  (input, random) => spliced(input, random(input.length), 1, String.fromCharCode(random(256))),
  (input, random) =>
    spliced(input, random(input.length + 1), 0, String.fromCharCode(random(random(2) === 0 ? 16 : 256))),
  (input, random) => {
    const at = random(input.length)
    return spliced(input, at, 1, String.fromCharCode(((input.charCodeAt(at) || 0) + (random(2) === 0 ? 1 : 255)) & 255))
  },
  // A piece less, twice, elsewhere, or in place of another.
  (input, random) => spliced(input, random(input.length + 1), 1 + random(1 << random(7)), ''),
  (input, random) => spliced(input, random(input.length + 1), 0, piece(input, random)),
  (input, random) => spliced(input, random(input.length + 1), random(8), piece(input, random)),
  (input, random) => input.slice(0, random(input.length + 1)),
  // A token more, or in place of something.
  (input, random, tokens) => spliced(input, random(input.length + 1), 0, pick(tokens, random)),
  (input, random, tokens) => spliced(input, random(input.length + 1), random(12), pick(tokens, random)),
  (input, random, tokens) =>
    spliced(input, random(input.length + 1), 0, `${pick(tokens, random)}${pick(tokens, random)}`),
  // Half of another, or a piece of it.
  (input, random, _tokens, others) => {
    const other = pick(others, random)
    return input.slice(0, random(input.length + 1)) + other.slice(random(other.length + 1))
  },
  (input, random, _tokens, others) =>
    spliced(input, random(input.length + 1), random(8), piece(pick(others, random), random))
]

/** Another input, one to some changes away. */
export const mutated = (
  input: string,
  random: Random,
  tokens: ReadonlyArray<string>,
  others: ReadonlyArray<string>
): string => {
  let changed = input
  for (let left = 1 << random(4); left > 0; left--)
    changed = CHANGES[random(CHANGES.length)]?.(changed, random, tokens, others) ?? changed
  return changed.slice(0, MAX_LENGTH)
}
