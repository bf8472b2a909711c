/** Guesses from the form of a value that a model made it up. */

// Each matches a whole text: a marker inside a sentence may be legitimate. Groups are never repeated, so matching is
// linear.
const SHAPES: ReadonlyArray<RegExp> = [
  /^(?:test|testing|string|text|value|placeholder|example|sample|dummy|todo|tbd|tba|fixme|n\/a|na|null|nil|undefined|nan|foo|bar|baz|foobar|asdf|qwerty|abc|xxx|yyy|zzz|lorem|john doe|jane doe)?$/i,
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
 * Whether a whole text is a placeholder: blank, `test`, `a`, `<NAME>`, `TODO`, `...` and the like. A model at the end
 * of its retries writes such texts into loose schemas; do not use it where a single letter may be valid.
 *
 * @category Feedback @since 0.1.0
 */
export const looksLikePlaceholder = (value: unknown): boolean => {
  if (typeof value !== 'string') return false
  const text = value.trim()
  return SHAPES.some((shape) => shape.test(text))
}

const SLUG = /^[a-z][a-z0-9]*-[a-z][a-z0-9]*-\d+$/

/**
 * Whether a value has the form of ids that models invent (`invoice-acme-42`). Ids of mail servers, UUIDs and hashes do
 * not; use it only where real ids look different: `checkIds: (args) => looksLikeSlugId(args.message_id)`.
 *
 * @category Feedback @since 0.1.0
 */
export const looksLikeSlugId = (value: unknown): boolean => typeof value === 'string' && SLUG.test(value)
