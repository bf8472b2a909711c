/** The only Node built-ins of the root entry: a digest and the proxy test. */
import { hash } from 'node:crypto'
import { types } from 'node:util'

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export const sha256 = (text: string): string => hash('sha256', text, 'hex')

export const isProxy: (value: object) => boolean = types.isProxy

/** Length of a text in UTF-8 bytes. */
export const byteLength: (text: string) => number = Buffer.byteLength.bind(Buffer)
