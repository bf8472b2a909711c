/** Names for the codecs of a draft. */

const WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

// What TypeScript and the drafted file itself already call something.
const TAKEN: ReadonlySet<string> = new Set([
  'Array',
  'Boolean',
  'Date',
  'Error',
  'Function',
  'IsoDateTime',
  'Map',
  'Number',
  'Object',
  'Promise',
  'Record',
  'RegExp',
  'SafeInteger',
  'Set',
  'String',
  'Symbol'
])

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** A name as codecs are written: `search_orders` becomes `SearchOrders`. */
export const codecName = (text: string): string => {
  const name = (text.match(WORDS) ?? []).map(capital).join('')
  if (name === '') return 'Answer'
  return /^\d/.test(name) ? `Answer${name}` : name
}

/** The name of one element of a list: `line_items` becomes `line_item`. */
export const elementKey = (word: string): string => {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word
  return /(?:s|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')
}

/** Gives each name once; the second `User` is `User2`. */
export class Names {
  readonly #given = new Set<string>(TAKEN)

  give(wanted: string): string {
    let name = wanted
    for (let n = 2; this.#given.has(name); n++) name = `${wanted}${n}`
    this.#given.add(name)
    return name
  }
}
