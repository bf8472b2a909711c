/** The version of this package. */
import { createRequire } from 'node:module'

const manifest = createRequire(import.meta.url)('guarded-call/package.json') as { readonly version: string }

export const VERSION = manifest.version
