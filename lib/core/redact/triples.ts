/**
 * Three characters in a row as one of few numbers: what tells in one look at a text that most of what is searched for
 * cannot stand in it.
 */

/** How many numbers there are. */
export const TRIPLES = 1 << 15

/** The number of three characters; others may have the same. */
export const tripleOf = (a: number, b: number, c: number): number => ((a * 31 + b) * 31 + c) & (TRIPLES - 1)

/** The numbers of a text, from its beginning. */
export const triplesOf = (text: string): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, text.length - 2) }, (_, at) =>
    tripleOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2))
  )
