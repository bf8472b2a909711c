/** Guesses from the looks of a value that a model made it up. */

const WORDS: ReadonlySet<string> = new Set([
  '',
  'test',
  'testing',
  'string',
  'text',
  'value',
  'placeholder',
  'example',
  'sample',
  'dummy',
  'todo',
  'tbd',
  'tba',
  'fixme',
  'n/a',
  'na',
  'null',
  'nil',
  'undefined',
  'nan',
  'foo',
  'bar',
  'baz',
  'foobar',
  'asdf',
  'qwerty',
  'abc',
  'xxx',
  'yyy',
  'zzz',
  'lorem',
  'john doe',
  'jane doe'
])

// Each a whole text: a marker inside a sentence is the sentence's own business. None of them repeats a group.
const SHAPES: ReadonlyArray<RegExp> = [
  /^<[^<>]{1,80}>$/, // <NAME>, <your name>
  /^\{\{[^{}]{1,80}\}\}$/, // {{name}}
  /^\$?\{[A-Za-z_][\w .-]{0,80}\}$/, // ${NAME}, {name}
  /^\[(?:your|insert|enter|add|name|date|title|value|placeholder|todo)\b[^[\]]{0,80}\]$/i,
  /^(?:YOUR|INSERT|ENTER|REPLACE)_[A-Z0-9_]{1,80}$/,
  /^(?:your|insert|enter|put) [a-z0-9 _-]{1,60} here$/i,
  /^lorem ipsum\b/i,
  /^[a-z]$/i,
  /^[\s.…_*?#x-]{1,80}$/i // ..., ---, ???, xxxx
]

/**
 * Whether a text is a placeholder: blank, `test`, `a`, `<NAME>`, `TODO`, `...` and the like, as a whole. A model at the end of its retries
 * writes such text into a schema that is too loose; do not ask it where a single letter may be an answer.
 *
 * @category Feedback @since 0.1.0
 */
export const looksLikePlaceholder = (value: unknown): boolean => {
  if (typeof value !== 'string') return false
  const text = value.trim()
  return WORDS.has(text.toLowerCase()) || SHAPES.some((shape) => shape.test(text))
}

const SLUG = /^[a-z][a-z0-9]*-[a-z][a-z0-9]*-\d+$/

/**
 * Whether a value has the shape in which models invent ids (`invoice-acme-42`). Ids of mail servers, UUIDs and hashes do not; ask it only
 * where the real ids have another shape: `checkIds: (args) => looksLikeSlugId(args.message_id)`.
 *
 * @category Feedback @since 0.1.0
 */
export const looksLikeSlugId = (value: unknown): boolean => typeof value === 'string' && SLUG.test(value)
