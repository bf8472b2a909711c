/** What the root needs of Node: a digest, the proxy test, warnings, context of asynchronous work. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { types } from 'node:util'

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export const sha256 = (text: string): string => hash('sha256', text, 'hex')

export const isProxy: (value: object) => boolean = types.isProxy

/** Length of a text in UTF-8 bytes. */
export const byteLength: (text: string) => number = Buffer.byteLength.bind(Buffer)

/** Warns the developer, as Node does of its own deprecations. */
export const emitWarning = (text: string): void => process.emitWarning(text, { type: 'GuardedCallWarning' })

/** Writes lines to the standard error, where `DEBUG` of the environment names `name` or `*`. */
export const debugOutput = (name: string): ((line: string) => void) | undefined => {
  try {
    const names = process.env['DEBUG']?.split(/[\s,]+/) ?? []
    return names.includes(name) || names.includes('*') ? (line) => console.error(line) : undefined
  } catch {
    // Deno may forbid to read the environment.
    return undefined
  }
}

/** A value that asynchronous work carries along. */
interface AsyncValue<A> {
  readonly run: <B>(value: A, work: () => B) => B
  readonly getStore: () => A | undefined
}

/** Undefined on a platform that has none. */
export const asyncValue = <A>(): AsyncValue<A> | undefined => new AsyncLocalStorage<A>()
