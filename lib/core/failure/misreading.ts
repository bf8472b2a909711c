/**
 * Whether words are those of a parser or a validator. Of a response that it cannot read, the tool has the effect behind
 * it. Of arguments that its validator refuses, the same call never fits. A status says that it was the request.
 */
import { eitherWay } from './as-seen.js'

const PARSERS = [
  '"path":\\s*\\[|\\bvalidation errors? for |\\bundefined is\\b|invariant|event loop|already been read',
  '\\b(?:bad|expected|illegal|incorrect|invalid|malformed|missing|unsupported)\\b[^.;:]{0,40}\\b(?:chunk|header (?:check|line|value)|http|reply|response|status (?:code|line)|stored block)\\b',
  '\\b(?:reply|response)\\b[^.;:]{0,40}\\b(?:does not|invalid|malformed|mismatch|missing|schema|validation)\\b',
  "\\bexpect(?:ed|ing) (?:property|value|'.')|\\bline \\d|parser? error|parsing \"|\\binvalid (?:date|isoformat|literal|syntax|url)|could not convert|codec can|match format|decompress|gzip|\\b(?:ssl|tls)\\b",
  '\\blonger than|check the status|\\bno \\w+ (?:id )?returned|additional (?:\\w+ )?action|\\bdata received'
]

// A precondition speaks of an act ("must be verified", "must be paid first"), a validator of a type or a form.
const TYPE =
  '(?:array|big ?int|bool(?:ean)?|bytes|date(?:time)?|decimal|dict(?:ionary)?|double|float|guid|int(?:eger)?|iso[ _-]?(?:\\d{4}|date)|json|list|map|null|number|numeric|object|str(?:ing)?|symbol|timestamp|tuple|undefined|ur[il]|[uc]uid)'
const KIND = `(?:of type |an? |the |one of: )?(?:(?:valid|finite|positive|negative|non-?\\w{1,10}) )?['"\`<]?(?:an? )?${TYPE}\\b`
const ACT = '(?:not )?(?:first )?be (?:\\w+ )?(?:\\w+ed|paid|sent|made|first)\\b'
const START = '(?:(?:^|\\n)\\W{0,3}|[:;,] |\\()'
// `/amount`, `response/amount`, `items.0.qty`, `$.order.id`; a type, as in "String must contain at least 1 character"
const POINTER = '[\\w$-]{0,40}(?:/[\\w$~-]{1,60}){1,20}:?'
const PATH = `(?:${POINTER}|[\\w$]{1,60}(?:\\.[\\w$-]{1,60}|\\[\\w{0,60}\\]){1,20}|data|value|string|number|array|date|bigint|property name)`

const VALIDATORS = [
  // Yup, Mongoose, Superstruct, Valibot, io-ts, Ajv, Python's jsonschema
  '\\bis a required (?:field|property)|\\bfinal value was:|`[\\w.[\\]]{1,60}` (?:is required|\\()|\\bcast to \\w{1,40} failed|\\bat path\\b|\\bexpected\\b[^.;]{1,80}\\b(?:but )?received\\b|\\binvalid value\\b[^.;]{1,200}\\bsupplied to\\b|\\bmust (?:have required|NOT have|NOT be valid)\\b|\\bwas incompatible\\b',
  `\\b(?:must|should)(?: not)? be ${KIND}|${START}expected ${KIND}|\\binvalid type\\b|\\bis not of type\\b|\\bcannot (?:unmarshal|deserialize)\\b`,
  // Zod, TypeBox, Pydantic
  '\\binvalid \\w+: (?:must|expected)\\b|\\btoo (?:small|big): expected\\b|\\b(?:un)?expected (?:required )?(?:property|union|kind|one of)\\b|\\bunrecognized keys?: |\\binput should\\b',
  // class-validator, Ajv
  '\\bone of the following values|\\bto the specified constraints|\\bregular expression\\b|\\bmust (?:match (?:pattern|exactly one schema|an? schema|"\\w+" schema)|pass ".{1,40}" keyword|be equal to (?:constant|one of the allowed)|be (?:[<>]=? |multiple of ))|\\bboolean schema is\\b',
  // ArkType: `total must be positive (was -5)`
  `\\bmust (?!${ACT})(?:not )?be [^.;]{1,200}? \\(was `,
  `${START}${PATH} (?:must (?!${ACT})|should be\\b|(?:un)?expected\\b|(?:is )?required\\b)`,
  `${START}must (?:match|start|end|equal|contain)\\b`
]

const MISREADING = new RegExp([...PARSERS, ...VALIDATORS].join('|'), 'i')

// class-validator names a field alone, in small letters: `email must be an email`.
const NAMED_FIELD =
  /(?:^|\n|[:;,] )\W{0,3}[a-z]\w{0,60} must (?:not )?(?:(?:match|start|end|equal|contain) |be (?:an? |equal |longer |shorter |(?:less|greater) than ))/

// Joi's; in an envelope with a code, a service says so of its request.
const QUOTED_FIELD = /^\W*"[\w.[\]-]{1,60}" (?:is|must|length|contains|does|failed|with|missing)\b/

/** Whether a parser or a validator says so. */
export const misreads = /* @__PURE__ */ eitherWay((words) => MISREADING.test(words) || NAMED_FIELD.test(words))

/** Whether the words are about a field in quotes. */
export const quotesField = (words: string): boolean => QUOTED_FIELD.test(words)
