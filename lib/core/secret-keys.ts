/** Which names, by themselves, say that their value is a secret. */

// Compared without case and separators: `X-Api-Key`, `stripeApiKey` and `API_KEY` all end with `apikey`.
const ENDING = new RegExp(
  `(?:${[
    'passw(?:or)?ds?',
    'passphrase',
    'secrets?',
    'token',
    '(?:access|refresh|auth|id|api|bearer|session|security)tokens',
    'authorization',
    'cookies?',
    'credentials?',
    'apikeys?',
    '(?:access|account|encryption|master|private|secret|session|shared|signing)keys?',
    'connectionstring',
    'signature'
  ].join('|')})$`
)
// Too short to be looked for at the end of longer names.
const WHOLE = new Set([
  'auth',
  'bearer',
  'dsn',
  'jwt',
  'pass',
  'pwd',
  'sig',
  'databasedsn',
  'sentrydsn',
  'dbpwd',
  'dbpass'
])
// A page token is no secret, and without it a log of pages cannot be read.
const HARMLESS = /(?:page|next|prev|previous|continuation|cancellation)token$/

/** The name without case and separators; of a very long one, the end. */
export const plainName = (name: string): string =>
  name
    .slice(-80)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')

/** Tells by its plain name whether a key holds a secret. */
export const isSecretName = (plain: string): boolean =>
  WHOLE.has(plain) || (ENDING.test(plain) && !HARMLESS.test(plain))
