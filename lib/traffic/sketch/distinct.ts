/** Counts different texts in constant memory: exactly up to some hundreds, then by how close together the lowest hashes lie. */
import { hashText } from './hash.js'

const CAPACITY = 256
const SPACE = 2 ** 53

export class Distinct {
  /** The lowest hashes, ascending. */
  readonly #hashes: Array<number> = []
  #isFull = false

  add(text: string): void {
    const hash = hashText(text)
    const hashes = this.#hashes
    if (this.#isFull && hash >= (hashes[CAPACITY - 1] ?? 0)) return
    let low = 0
    let high = hashes.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((hashes[middle] ?? 0) < hash) low = middle + 1
      else high = middle
    }
    if (hashes[low] === hash) return
    hashes.splice(low, 0, hash)
    if (hashes.length <= CAPACITY) return
    hashes.pop()
    this.#isFull = true
  }

  get count(): number {
    return this.#isFull ? Math.round((CAPACITY - 1) * (SPACE / (this.#hashes[CAPACITY - 1] ?? 1))) : this.#hashes.length
  }
}
