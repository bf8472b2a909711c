/** Which names and shapes are secrets: the known ones, and those that a caller adds. */
import { plainName } from '../signs/names.js'
import { ownNames } from './own-names.js'
import { isSecretName } from './secret-keys.js'

export interface Secrets {
  readonly isSecret: (plain: string) => boolean
  /** Whether a name is one of a caller's own: below it nothing describes a secret. */
  readonly isOwn?: (plain: string) => boolean
  /** Shapes besides the known ones, with the flag `g`. */
  readonly patterns: ReadonlyArray<RegExp>
  /** Finds names besides the known ones in a text, if there are any. */
  readonly names?: RegExp | undefined
  /** Whether what stands for a secret of several lines has as many. */
  readonly keepsLines?: boolean
}

/** Additional names and patterns of secrets. */
export interface SecretOptions {
  readonly keys?: ReadonlyArray<string>
  readonly patterns?: ReadonlyArray<RegExp>
}

export const KNOWN: Secrets = { isSecret: isSecretName, patterns: [] }

const everywhere = (pattern: RegExp): RegExp => new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`)

/** The known secrets and those of the options. */
export const secretsOf = ({ keys = [], patterns = [] }: SecretOptions): Secrets => {
  const own = new Set(keys.map(plainName))
  return {
    isSecret: own.size === 0 ? isSecretName : (plain) => isSecretName(plain) || own.has(plain),
    isOwn: (plain) => own.has(plain),
    names: ownNames(keys),
    patterns: patterns.map(everywhere)
  }
}
