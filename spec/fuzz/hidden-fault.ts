/**
 * Fuzzes a target whose fault only some inputs show, and prints what was found: in a process of its own, as to read
 * V8's counters sets those of `c8` to zero.
 */
import { fuzz } from './fuzz.js'

const run = (input: string): void => {
  if (input.includes('abcd')) throw new Error('found')
}

const { crashes } = fuzz({ name: 'hidden fault', seeds: [], tokens: ['ab', 'cd'], run }, [''], { seconds: 2, seed: 1 })
console.log(JSON.stringify(crashes.map(({ reason, input }) => [reason, input.includes('abcd')])))
