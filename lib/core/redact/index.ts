/** Finds and removes secrets. */
export { FLAG, NAMES, PLACES, QUOTED, VALUES, headsOf, isFlat, isHeads, nameOf } from './named-values.js'
export { type Redact, type RedactOptions, redactor, secretsOf } from './redact.js'
export { REDACTED, isHarmlessSibling, maybeSecret, isHarmlessValue, isModelToken, isSecretName } from './secret-keys.js'
export { type Secrets, redactText } from './secret-text.js'
export { findPublishedTokens, publishedForms } from './token-formats.js'
export { TOKENS_BY_FORM } from './tokens-by-form.js'
export { TOKENS_BY_SIGN } from './tokens-by-sign.js'
