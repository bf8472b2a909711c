/** The names of a call: in its turn, outside of its process, and at a service. */
import { sha256 } from '#platform'

const MAX_TEXT = 256

/**
 * The canonical text of a call's arguments, and its digest. SHA-256 is the most expensive part of a short call, and
 * nobody reads most digests.
 */
export class ArgsKey {
  /** Equal exactly where the arguments are: their text or, of a long one, its digest. */
  readonly id: string
  #hash: string | undefined

  constructor(text: string) {
    this.#hash = text.length > MAX_TEXT ? sha256(text) : undefined
    this.id = this.#hash ?? text
  }

  /** SHA-256, in hexadecimal, of the canonical text. */
  get hash(): string {
    this.#hash ??= sha256(this.id)
    return this.#hash
  }

  /** The key of a call of this tool in its turn. */
  inTurn(tool: string): string {
    return `${tool}:${this.id}`
  }

  /** The key in a shared store, which must hold no arguments in clear. */
  inStore(tool: string): string {
    return `${tool}:${this.hash}`
  }
}

/** Stands for a key outside of its process, because a key holds the arguments of a short call. */
export const digestOfKey = (key: string): string => sha256(key).slice(0, 32)

// Frozen: services and ledgers remember operations by it, and an upgrade has to find them. A spec holds names that were
// given once.
const FORM = 'guarded-call/operation/1'

/** Names an attempt of a call. 32 hexadecimal characters: short enough for every service's idempotency key. */
export const operationIdOf = (turnId: string, key: string, attempt: number): string =>
  sha256(JSON.stringify([FORM, turnId, key, attempt])).slice(0, 32)
