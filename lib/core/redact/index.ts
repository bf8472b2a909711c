/** Finds and removes secrets. */
export { type Redact, type RedactOptions, redactor } from './redact.js'
export { REDACTED, isSecretName } from './secret-keys.js'
export { type RedactedText } from './json-redactor.js'
export { redactText, responseRedactor } from './redact-json.js'
export { type SecretOptions, type Secrets } from './secrets.js'
export { findPublishedTokens, publishedForms } from './token-formats.js'
export { TOKENS_BY_FORM } from './tokens-by-form.js'
export { TOKENS_BY_SIGN } from './tokens-by-sign.js'
