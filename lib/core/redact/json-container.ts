/** What is known of an object or a list of JSON while its end has not come. */
import type { Command } from './commands.js'
import type { Edit } from './edits.js'

/** A value that came before its name. */
export interface QuotedPair extends Edit {
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
  vaulted: Array<Edit> | undefined
  /** Whether it is a key of RFC 7517. */
  isKey: boolean
  /** The names of the columns of its rows. */
  heads: ReadonlyArray<string> | undefined
  /** The names for the parameters of the statement that it holds, and whether they are its elements. */
  parameters: ReadonlyArray<string> | undefined
  readonly isRow: boolean
  /** The name that it gives to its value. */
  named: string
  /** The field of which it speaks, and what it quoted before it said so. */
  place: string
  quoted: ReadonlyArray<QuotedPair>
  /** Of a list: how many elements came, and the names among them. */
  count: number
  names: ReadonlyArray<string>
  /** Of a list: the command whose words are its elements; of an object: the program that such a list is for. */
  command: Command | undefined
  program: string
  /** Of a list: the words of a command. */
  words?: Array<Edit>
}

const NONE: ReadonlyArray<never> = []

/** One of which nothing but its place is known yet. Written out: a spread doubles the time of a line of JSON. */
export const openContainer = ({
  isObject,
  isHidden,
  key,
  isVault,
  heads,
  isRow
}: Pick<Container, 'isObject' | 'isHidden' | 'key' | 'isVault' | 'heads' | 'isRow'>): Container => ({
  isObject,
  isHidden,
  key,
  isVault,
  vaulted: undefined,
  isKey: false,
  heads,
  parameters: undefined,
  isRow,
  named: '',
  place: '',
  quoted: NONE,
  count: 0,
  names: NONE,
  command: undefined,
  program: ''
})

/** The names of elements, of which most have none, with one more. */
export const named = (names: ReadonlyArray<string>, at: number, name: string): ReadonlyArray<string> => [
  ...names,
  ...Array.from({ length: at - names.length }, () => ''),
  name
]
