/** The variant of `platform.ts` for browsers and edge workers. */
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const sha256 = (text: string): string => bytesToHex(digest(utf8ToBytes(text)))

/** Portable code cannot detect a proxy: one that lies is copied through its traps, and one that throws is not data. */
export const isProxy = (_value: object): boolean => false

export const byteLength = (text: string): number => utf8ToBytes(text).length

export const emitWarning = (text: string): void => console.warn(`GuardedCallWarning: ${text}`)

/** The web has no environment to ask. */
export const debugOutput = (_name: string): undefined => undefined

/** No platform of the web has one yet. */
export const asyncValue = (): undefined => undefined
