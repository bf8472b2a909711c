/**
 * Texts that make a careless regular expression slow, made of its own parts: a start, a part that may repeat, and an
 * end that fits nothing.
 */
import { RegExpParser, type AST } from '@eslint-community/regexpp'

// What most classes tell apart; the pattern's own characters come on top.
const COMMON = ['a', 'A', 'b', '0', ' ', '\n', '-', '_', '.', '"', '\\', '/', ':', ',', '\u00e9']
const VARIANTS = 12
const ENDS = ['', '\u0000', '\n!']

class Samples {
  readonly #alphabet: ReadonlyArray<string>

  constructor(pattern: RegExp) {
    const { source, flags } = pattern
    const literal = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') })
    const own = new Set<string>()
    visit(literal, (node) => {
      if (node.type === 'Character') own.add(String.fromCodePoint(node.value))
    })
    this.#alphabet = [...new Set([...own, ...COMMON])]
  }

  /** The characters that a class takes, of those that matter to the pattern. */
  #taken(node: AST.Node): ReadonlyArray<string> {
    const taken = this.#alphabet.filter((character) => new RegExp(`^(?:${node.raw})$`, 'su').test(character))
    return taken.length === 0 ? ['a'] : taken
  }

  characters(node: AST.Node): ReadonlyArray<string> {
    try {
      return this.#taken(node)
    } catch {
      return this.#alphabet.filter((character) => new RegExp(`^(?:${node.raw})$`, 's').test(character))
    }
  }

  /** A text that the node takes; each variant chooses other characters and alternatives. */
  of(node: AST.Node, variant: number): string {
    switch (node.type) {
      case 'Character':
        return String.fromCodePoint(node.value)
      case 'CharacterClass':
      case 'CharacterSet': {
        const characters = this.characters(node)
        return characters[variant % characters.length] ?? 'a'
      }
      case 'Group':
      case 'CapturingGroup':
      case 'Pattern': {
        const { length } = node.alternatives
        return this.of(node.alternatives[variant % length] as AST.Node, Math.floor(variant / length))
      }
      case 'Alternative':
        return node.elements.map((element) => this.of(element, variant)).join('')
      case 'Quantifier':
        return this.of(node.element, variant).repeat(Math.max(1, node.min))
      default:
        return ''
    }
  }
}

const childrenOf = (node: AST.Node): ReadonlyArray<AST.Node> => {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives
    case 'Assertion':
      return 'alternatives' in node ? node.alternatives : []
    case 'Alternative':
      return node.elements
    case 'Quantifier':
      return [node.element]
    case 'CharacterClass':
      return node.elements
    case 'CharacterClassRange':
      return [node.min, node.max]
    default:
      return []
  }
}

const visit = (node: AST.Node, see: (node: AST.Node) => void): void => {
  see(node)
  for (const child of childrenOf(node)) visit(child, see)
}

// All that stands before a node on the way from the root, once each.
const startOf = (node: AST.Node, samples: Samples, variant: number): string => {
  const { parent } = node
  if (parent === null) return ''
  const before =
    parent.type === 'Alternative'
      ? parent.elements
          .slice(0, parent.elements.indexOf(node as AST.Element))
          .map((element) => samples.of(element, variant))
          .join('')
      : ''
  return startOf(parent, samples, variant) + before
}

/** A text that grows: `of(size)` has about that many UTF-16 units. */
export interface Attack {
  readonly name: string
  readonly of: (size: number) => string
}

const growing = (start: string, part: string, end: string, repeatsAll: boolean): Attack => {
  const unit = repeatsAll ? start + part : part
  const show = (text: string) => JSON.stringify(text)
  return {
    name: repeatsAll ? `${show(unit)} again and again` : `${show(start)}, ${show(part)} again and again, ${show(end)}`,
    of: (size) => (repeatsAll ? '' : start) + unit.repeat(Math.ceil(size / unit.length)) + end
  }
}

/** Every attack on a pattern; none where nothing in it repeats without an end. */
export const attacksOn = (pattern: RegExp): ReadonlyArray<Attack> => {
  const samples = new Samples(pattern)
  const { source, flags } = pattern
  const literal = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') })
  const attacks = new Map<string, Attack>()
  const add = (attack: Attack) => attacks.set(attack.name, attack)
  visit(literal, (node) => {
    if (node.type !== 'Quantifier' || node.max < 32) return
    const isOne = node.element.type === 'CharacterClass' || node.element.type === 'CharacterSet'
    const parts = isOne
      ? samples.characters(node.element)
      : Array.from({ length: VARIANTS }, (_, variant) => samples.of(node.element, variant))
    const starts = new Set([0, 1, 2].map((variant) => startOf(node, samples, variant)))
    for (const part of parts) {
      if (part === '') continue
      for (const start of starts) {
        for (const end of ENDS) add(growing(start, part, end, false))
        if (start !== '') add(growing(start, part, '', true))
      }
    }
  })
  return [...attacks.values()]
}
