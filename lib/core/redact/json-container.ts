/** What is known of an object or a list of JSON while its end has not come. */
import type { Edit } from './edits.js'

/** A value that came before its name. */
export interface Quoted extends Edit {
  readonly key: string
  readonly value: string
}

/** An open object or list. */
export interface Container {
  readonly isObject: boolean
  /** Whether it stands under a secret name. */
  readonly isHidden: boolean
  readonly key: string
  /** Whether it is a Secret of Kubernetes or lies in a list of them, and the values of its data until that is known. */
  isVault: boolean
  vaulted: Array<Edit>
  /** The names of the columns of its rows. */
  heads: ReadonlyArray<string> | undefined
  /** The names for the parameters of the statement that it holds, and whether they are its elements. */
  parameters: ReadonlyArray<string> | undefined
  readonly isRow: boolean
  /** The name that it gives to its value. */
  named: string
  /** The field of which it speaks, and what it quoted before it said so. */
  place: string
  quoted: ReadonlyArray<Quoted>
  /** Of a list: how many elements came, and the names among them. */
  count: number
  names: ReadonlyArray<string>
}
