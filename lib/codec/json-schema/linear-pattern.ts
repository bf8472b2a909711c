/** Runs the regular expressions of a schema in linear time: a stranger may have written them, and the texts too. */
import { default as loadRe2js } from '#re2js'

// -- model

/** The part of a `RegExp` that ajv uses. */
interface Pattern {
  readonly test: (text: string) => boolean
  readonly toString: () => string
}

/** The time that a text takes grows with the pattern, too. */
const MAX_CHARS = 2_000

// -- in the words of RE2, which knows fewer white spaces and line ends than JavaScript

const SPACE = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const NO_SPACE =
  '\\x00-\\x08\\x0e-\\x1f!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'
const NO_LINE_END = '[^\\n\\r\\x{2028}\\x{2029}]'

const TOKEN = /\\(?:[pP]\{[^}]{0,80}\}|[^])|[^]/gu
const SCRIPT = /^(\\[pP]\{)(?:Script|sc|General_Category|gc)=/

const inRe2 = (source: string): string => {
  let inClass = false
  const spoken = source.replace(TOKEN, (token) => {
    switch (token) {
      case '[':
        if (inClass) return '\\['
        inClass = true
        return token
      case ']':
        inClass = false
        return token
      case '.':
        return inClass ? token : NO_LINE_END
      case '\\s':
        return inClass ? SPACE : `[${SPACE}]`
      case '\\S':
        return inClass ? NO_SPACE : `[${NO_SPACE}]`
      default:
        return token.replace(SCRIPT, '$1')
    }
  })
  return loadRe2js().translateRegExp(spoken)
}

// -- looking ahead from the start, as rules for passwords and addresses do: each look is a pattern of its own

// Where the group ends that begins at `start`, and whether a `|` stands outside of every group from there on.
const scan = (source: string, start: number): { readonly end: number; readonly hasChoice: boolean } => {
  let depth = 0
  let inClass = false
  let hasChoice = false
  for (let at = start; at < source.length; at++) {
    const character = source.charAt(at)
    if (character === '\\') at++
    else if (inClass) inClass = character !== ']'
    else if (character === '[') inClass = true
    else if (character === '(') depth++
    else if (character === '|' && depth === 0) hasChoice = true
    else if (character === ')' && --depth === 0 && source.charAt(start) === '(') return { end: at, hasChoice }
  }
  return { end: source.length, hasChoice }
}

interface Look {
  readonly source: string
  readonly wanted: boolean
}

const looksOf = (source: string): ReadonlyArray<Look> => {
  const looks: Array<Look> = []
  let at = 1
  if (!source.startsWith('^')) return [{ source, wanted: true }]
  for (let kind = source.slice(at, at + 3); kind === '(?=' || kind === '(?!'; kind = source.slice(at, at + 3)) {
    const { end } = scan(source, at)
    looks.push({ source: `^(?:${source.slice(at + 3, end)})`, wanted: kind === '(?=' })
    at = end + 1
  }
  // The looks would be those of the first choice alone.
  if (looks.length === 0 || scan(source, at).hasChoice) return [{ source, wanted: true }]
  return [...looks, { source: `^${source.slice(at)}`, wanted: true }]
}

// -- constructors

const compile = (source: string) => {
  try {
    return loadRe2js().compile(inRe2(source))
  } catch (thrown) {
    throw new TypeError(
      `a pattern cannot run in linear time (${thrown instanceof Error ? thrown.message : 'unknown reason'}); pass an \`ajv\` of your own that runs it`,
      { cause: thrown }
    )
  }
}

// One loop over one character, from the start of a text, comes to an end soon in any engine: so do the patterns of the
// dialects themselves.
const SIMPLE = /^\^[^()|*+?{]*(?:[*+][^()|*+?{]*)?(?:\?[^()|*+?{]*)?$/
const ATOM = /\\(?:[pP]\{[^}]{0,80}\}|[^])|\[(?:\\[^]|[^\\\]]){0,80}\]/gu

const isSimple = (source: string): boolean => SIMPLE.test(source.replace(ATOM, 'x'))

/**
 * Makes a pattern that answers as `new RegExp(source, 'u')` does; throws for one that no linear engine runs, or that is
 * longer than 2,000 characters.
 */
export const linearPattern = (source: string): Pattern => {
  if (source.length > MAX_CHARS) throw new TypeError(`a pattern has more than ${MAX_CHARS} characters`)
  // Says in its own words what is no regular expression at all.
  const own = new RegExp(source, 'u')
  if (isSimple(source)) return own
  const looks = looksOf(source).map((look) => ({ ...look, pattern: compile(look.source) }))
  return {
    test: (text) => looks.every(({ pattern, wanted }) => pattern.test(text) === wanted),
    // ajv knows patterns apart by it.
    toString: () => String(own)
  }
}
