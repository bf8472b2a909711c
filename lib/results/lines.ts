/** The lines of a text, and the parts of those that are too long to show whole. */
import { firstChars, jsonLength } from '../core/json/index.js'

/** The lines of a text, each with its own end: joined they are the text again. */
export const linesOf = (text: string): ReadonlyArray<string> => text.match(/[^\n]*\n|[^\n]+/g) ?? []

// However it is written, a character or more fits.
const LEAST_CHARS = 40

/** The first part of a text that can be written in so many characters; behind `least`, it ends where a word does. */
export const pieceOf = (text: string, most: number, least = 0): string => {
  const piece = firstChars(text, Math.max(most, LEAST_CHARS))
  if (piece.length === text.length) return piece
  const end = Math.max(...[' ', ',', ';', '>'].map((mark) => piece.lastIndexOf(mark))) + 1
  // Both halves of a character stay together.
  return end > Math.max(piece.length / 2, least) ? piece.slice(0, end) : piece.replace(/[\uD800-\uDBFF]$/, '')
}

/** A line, or the part of one behind its first `skip` characters. */
export interface LinePiece {
  /** The number of the line. */
  readonly at: number
  readonly skip: number
  readonly value: string
}

// As it is written, with escapes.
export const MAX_PIECE = 500

/** Lines, and in the place of each that is longer than any that people write, its parts. */
export const piecesOf = (lines: ReadonlyArray<string>): ReadonlyArray<LinePiece> =>
  lines.flatMap((line, at) => {
    if (line.length <= MAX_PIECE / 6 || jsonLength(line) <= MAX_PIECE) return { at, skip: 0, value: line }
    const pieces: Array<LinePiece> = []
    for (let skip = 0; skip < line.length; skip += pieces.at(-1)?.value.length ?? line.length)
      pieces.push({ at, skip, value: pieceOf(line.slice(skip), MAX_PIECE) })
    return pieces
  })
