/** Names the kind of token at a position, in our own words: the text itself is never quoted. */

const WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'a literal'],
  ['false', 'a literal'],
  ['null', 'a literal'],
  ['True', 'a Python literal'],
  ['False', 'a Python literal'],
  ['None', 'a Python literal'],
  ['NaN', 'NaN or Infinity'],
  ['Infinity', 'NaN or Infinity'],
  ['undefined', 'undefined']
])

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['{', 'an opening brace'],
  ['}', 'a closing brace'],
  ['[', 'an opening bracket'],
  [']', 'a closing bracket'],
  [',', 'a comma'],
  [':', 'a colon'],
  ['"', 'a string'],
  ["'", 'a single quote'],
  ['`', 'a backquote'],
  ['#', 'a comment'],
  ['-', 'a minus sign'],
  ['+', 'a plus sign'],
  ['<', 'a tag'],
  ['(', 'a parenthesis'],
  [')', 'a parenthesis']
])

// Sticky patterns are bounded by their matches: none reads more than 40 characters.
const KINDS: ReadonlyArray<readonly [RegExp, (match: string) => string]> = [
  [/[A-Za-z_$][\w$]{0,39}/y, (word) => WORDS.get(word) ?? 'a word'],
  [/[+-]?(?:NaN|Infinity)/y, () => 'NaN or Infinity'],
  [/-?\d/y, () => 'a number'],
  [/[+-]?\.?\d/y, () => 'a number that JSON does not allow'],
  [/\/[/*]/y, () => 'a comment'],
  [/[‘’“”„«»]/y, () => 'a typographic quote'],
  [/\s/y, () => 'white space that JSON does not allow'],
  [/[\u0000-\u001f]/y, () => 'a control character']
]

/** A reader's name for the token at `position`. */
export const foundAt = (text: string, position: number): string => {
  for (const [pattern, name] of KINDS) {
    pattern.lastIndex = position
    const match = pattern.exec(text)
    if (match !== null) return name(match[0])
  }
  return CHARACTERS.get(text.charAt(position)) ?? 'another character'
}

/** The character that breaks a string at `position`. */
export const foundInString = (text: string, position: number): string => {
  const c = text.charAt(position)
  if (c === '\\') return 'an unknown escape'
  return c === '\n' || c === '\r' ? 'a raw line break' : 'a raw control character'
}
