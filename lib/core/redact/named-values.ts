/**
 * What values are called, and which of them are secret by that: by their own key, beside them, at the head of their
 * column, before them in a list. One set of rules for data and for JSON.
 */
import { type Fields, isFields, isObject } from '../foreign/fields.js'
import { ownValue } from '../foreign/property.js'
import { plainName, wordSet } from '../signs/names.js'
import { AROUND_PLACES, MAYBE_PLACES, PLACES } from '../signs/places.js'
import { AROUND_HEADS, HEADS, headsAbove, headsAt, isUnder, nameInRow } from './column-heads.js'
import { withoutWords } from './command-words.js'
import { Command, PROGRAM_FIELDS, programOf, withoutAuth } from './commands.js'
import { isVaultField, isVaultKind } from './manifests.js'
import { isCookieIn, markOf, MARKS, namesOfMarks } from './marked-values.js'
import { nameOf, NAMES, namesAt, VALUE } from './name-at.js'
import {
  isHarmlessSibling,
  isHarmlessValue,
  isSecretVariable,
  isTokenIn,
  maybeSecret,
  REDACTED
} from './secret-keys.js'
import { withoutQuoted } from './quoted-values.js'
import type { Secrets } from './secrets.js'
import { parametersOf, withoutParameters } from './statement-values.js'

// -- model

/** What is known of a value by where it stands. */
export interface ValuePlace {
  /** Its name. */
  readonly plain: string
  readonly isHidden: boolean
  /** Whether it is hidden by a caller's own name. */
  readonly isOwn?: boolean | undefined
  /** Whether it is a Secret of Kubernetes, or lies in a list of them. */
  readonly isVault: boolean
  /** Whether it stands in a list. */
  readonly isRow: boolean
  /** Whether it tells what is wrong with a secret. */
  readonly isAbout?: boolean
  /** The names of the columns, of rows and of the list of them. */
  readonly heads: ReadonlyArray<string> | undefined
  /** The secret of which a validator speaks here or above. */
  readonly about?: string | undefined
  /** The names of the secrets in an object of Terraform. */
  readonly marked?: ReadonlySet<string> | undefined
  /** The program that stands beside its arguments. */
  readonly program?: unknown
}

export const NO_PLACE: ValuePlace = { plain: '', isHidden: false, isVault: false, isRow: false, heads: undefined }

/** An element, without a secret that it has as a word of a command. */
export interface Element {
  readonly value: unknown
  readonly place: ValuePlace
}

// -- beside it: `{ name: 'X-Api-Key', value: … }`, `{ path: ['password'], received: … }`

/** Where a call says into which field of a page it types: `{ element: 'Password textbox', text: … }`. */
const FIELDS = wordSet('by element locator placeholder selector target xpath')
// `input[type="password"][required]`, `Password input field in the login form`
const AROUND_FIELD = /[\][.:=#(>",]|\s(?:in|on|of|for|at|from|within|im|am|auf|der|du|del|do)\s/i
const OF_FIELD = /(?:(?:text|eingabe)?(?:area|box|entry|feld|field|input)|element|here|required)+$/

/** The private members of a key by RFC 7517, and whether an object is one. */
const KEY_PARTS = wordSet('d p q dp dq qi oth k')
const isKeyType = (type: unknown): boolean => type === 'RSA' || type === 'EC' || type === 'OKP' || type === 'oct'

/** The keys that unseal a vault, beside its first token. */
const UNSEAL_KEYS = wordSet('keys keysbase64 recoverykeys recoverykeysbase64')

// What a validator quotes of the field of which it speaks, and its words; a tool has a name and an `input`, too.
const QUOTED = /^(?:received|input|instance|data)$/
/** What MongoDB quotes further below, and superstruct with all around it. */
const QUOTED_BELOW = /^(?:consideredvalues?|branch)$/
const SAYS = /message$|^(?:msg|reason)$/
const WORDS = /message$|^(?:msg|detail|description|reason|title)$/

// -- before it: `['--password', …]`, `rawHeaders: ['Cookie', …]`

/** `--password`, before its value in the arguments of a command. */
const FLAG = /^--?[A-Za-z][\w.:-]{1,60}$/

/** Whether a list under this name has names and values by turns. */
const isFlat = (plain: string): boolean => /^raw(?:headers|trailers)$/.test(plain)

// -- in a statement

/** Where an object has a statement of SQL, and where the values of its parameters. */
const STATEMENTS = wordSet('sql query statement text querytext')
const PARAMETERS = wordSet('params parameters bind bindings binds replacements values args')

// -- places

// A model's own words carry their likelihood.
const isWordOfModel = (plain: string, { logprob }: Fields): boolean => plain === 'token' && typeof logprob === 'number'

const holdsObjects = (value: unknown): boolean => Array.isArray(value) && isFields(ownValue(value, '0'))

// Fields that tell of others.
const TELLS: ReadonlySet<string> = new Set(
  [NAMES, FIELDS, PLACES, MAYBE_PLACES, HEADS, AROUND_HEADS, STATEMENTS, PROGRAM_FIELDS, MARKS].flatMap((names) => [
    ...names
  ])
)

const placesIn = (around: unknown): ReadonlyArray<string> =>
  Object.keys(isFields(around) ? around : {})
    .filter((key) => PLACES.has(plainName(key)))
    .flatMap((key) => namesAt(ownValue(around as Fields, key)))

/** Tells where the fields of an object stand. */
export const placesOf = (
  fields: Fields,
  place: ValuePlace,
  { isSecret, isOwn }: Secrets
): ((key: string) => ValuePlace) => {
  const tell = Object.keys(fields)
    .filter((key) => TELLS.has(plainName(key)))
    .map((key) => ({ own: plainName(key), value: fields[key] }))
  // A secret's name outweighs the others.
  const nameIn = (among: ReadonlySet<string>): string => {
    const names = tell.filter(({ own }) => among.has(own)).flatMap(({ value }) => namesAt(value))
    return names.find(isSecret) ?? names[0] ?? ''
  }
  const typed = tell
    .filter(({ own }) => FIELDS.has(own))
    // `{ by: 'id', value: 'password', text: … }`
    .map(({ own, value }) => (own === 'by' ? fields['value'] : value))
    .flatMap((field) => (typeof field === 'string' ? field.split(AROUND_FIELD, 99) : []))
    .map((part) => nameOf(part).replace(OF_FIELD, ''))
    .find(isSecret)
  const named = markOf(fields) ?? typed ?? nameIn(NAMES)
  const around = AROUND_PLACES.flatMap((key) => placesIn(fields[key]))
  const quoted = nameIn(PLACES) || (around.find(isSecret) ?? around[0] ?? '')
  const maybe = nameIn(MAYBE_PLACES)
  const about = quoted || (place.about ?? '')
  const firstOf = <A>(read: (each: (typeof tell)[number]) => A | undefined): A | undefined =>
    tell.map(read).find((each) => each !== undefined)
  const heads = firstOf(({ own, value }) => headsAt(own, value, isSecret))
  const parameters = firstOf(({ own, value }) => (STATEMENTS.has(own) ? parametersOf(value, isSecret) : undefined))
  const program = firstOf(({ own, value }) => programOf(own, value, place.plain))
  const marks = tell.filter(({ own }) => MARKS.has(own)).flatMap(({ value }) => namesOfMarks(value))
  const marked = marks.length === 0 ? place.marked : new Set(marks)
  // A row in an object of its own: `{ f: [{ v: 'ann' }, …] }`
  const isWrapped = place.isRow && Object.keys(fields).length === 1 && Object.values(fields).every(holdsObjects)
  const isVault = place.isVault || isVaultKind(fields['kind'])
  const isOfVault = place.isVault && isVaultField(place.plain)
  const isKey = isKeyType(fields['kty'])
  const isInit = fields['root_token'] !== undefined
  return (key) => {
    // `Password (initial)`
    const bare = plainName(key.replace(/ \([^()]{1,40}\)$/, ''))
    const own = isSecret(bare) ? bare : plainName(key)
    const value = fields[key]
    const isGiven = parameters !== undefined && PARAMETERS.has(own)
    const isOfSecret = isSecret(quoted) && !isObject(value)
    const isValue = VALUE.test(own) || (typed !== undefined && own === 'text')
    const isQuoted = isOfSecret ? isValue || QUOTED.test(own) : isSecret(about) && QUOTED_BELOW.test(own)
    const isNamed = isValue && named !== '' && (isSecret(named) || !isOfSecret)
    const plain = isNamed ? named : isQuoted ? about : own
    return {
      plain,
      isAbout: (isOfSecret && WORDS.test(own)) || (isSecret(maybe) && !isObject(value) && SAYS.test(own)),
      isHidden:
        ((isSecret(own) || isSecret(plain)) && !isWordOfModel(plain, fields)) ||
        (place.isHidden && (place.isOwn === true || !isHarmlessSibling(own) || isCookieIn(place.plain, value))) ||
        isOfVault ||
        (marked !== undefined && (marked.has(own) || marked.has(plain))) ||
        (isKey && KEY_PARTS.has(own)) ||
        (isInit && UNSEAL_KEYS.has(own)) ||
        (typeof value === 'string' && isSecretVariable(key, value)),
      isOwn: place.isOwn === true || isOwn?.(own) === true || isOwn?.(plain) === true,
      isVault,
      isRow: isGiven || (isWrapped && place.heads !== undefined),
      heads: isGiven
        ? parameters.heads
        : HEADS.has(own)
          ? undefined
          : (heads ?? (place.isRow && !isWrapped ? undefined : place.heads)),
      about,
      marked: isGiven ? parameters.own : marked,
      program
    }
  }
}

/** The elements of a list of that length, or the first of them, and where they stand. */
export const elementsOf = (
  list: ReadonlyArray<unknown>,
  { plain, isHidden, isOwn, isVault, isRow, heads, about, marked, program }: ValuePlace,
  secrets: Secrets,
  length = list.length
): ReadonlyArray<Element> => {
  const { isSecret } = secrets
  const isInTable = isRow && heads !== undefined
  const given = heads !== undefined && isUnder(heads, list)
  const above = given || isInTable ? undefined : headsAbove(list, isSecret)
  const nameless: ValuePlace = {
    ...NO_PLACE,
    isHidden,
    isOwn,
    isVault,
    about,
    marked,
    isRow: true,
    heads: isInTable ? undefined : heads
  }
  const command = new Command(program)
  const nameAt = isInTable ? nameInRow(heads, list, isSecret) : undefined
  let before = ''
  return withoutWords(list, plain, program, secrets).map((value, i) => {
    // A pair that names a secret is one, whatever heads its columns have.
    const name = (isSecret(before) ? undefined : nameAt?.(i)) ?? before
    // A row that holds the heads of others has none itself: `[["AUTH", "ann", …], ["GET", "x"]]`
    const own = above === undefined ? nameless : { ...nameless, heads: above[i] }
    const named =
      name === ''
        ? own
        : { ...own, plain: name, isHidden: isHidden || isSecret(name), isOwn: isOwn === true || secrets.isOwn?.(name) }
    before = ''
    if (typeof value !== 'string') return { value, place: named }
    const secretAt = command.secretIn(value)
    // Headers and form fields are lists of pairs, too.
    if ((isRow && length === 2) || FLAG.test(value) || (isFlat(plain) && i % 2 === 0)) before = plainName(value)
    return {
      value: secretAt > 0 ? value.slice(0, secretAt) + REDACTED : value,
      place: secretAt === 0 || isTokenIn(plain, value) ? { ...named, isHidden: true } : named
    }
  })
}

/** Whether a text at a place is a secret as a whole. */
export const isHiddenText = ({ plain, isHidden }: ValuePlace, text: string): boolean =>
  isHidden ? !isHarmlessValue(plain, text) : maybeSecret(plain, text)

/** A text at a place, without what the names of that place hide of it. */
export const textAt = ({ plain, isRow, heads, isAbout }: ValuePlace, text: string): string => {
  if (isRow) return withoutParameters(text, heads)
  if (isAbout === true) return withoutQuoted(text)
  return /^(?:command|cmd)$/.test(plain) ? withoutAuth(text) : text
}
