/** Whole numbers on a command line. */
import { InvalidArgumentError } from 'commander'

/** Reads a whole number within these bounds; `advice` answers any other text. */
export const numberOption =
  (least: number, most: number, advice: string) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < least || value > most)
      throw new InvalidArgumentError(advice)
    return value
  }
