/** Decides on a first codec from statistics: as strict as the evidence, and no stricter. */
import * as t from 'io-ts'
import { IsoDateTime, SafeInteger } from '../../../codec/formats.js'
import { isSecretName, redactText } from '../../../core/redact/index.js'
import { plainName, wordSet } from '../../../core/signs/index.js'
import type { TextForm } from '../text-forms.js'
import { ObjectStats, ShapeStats, MANY_ANSWERS } from './shape-stats.js'

// -- model

/** A codec, with notes on the fields of each `t.type` and `t.partial` in it. */
export interface Draft {
  readonly codec: t.Mixed
  readonly notes: ReadonlyMap<t.Mixed, Readonly<Record<string, string>>>
}

// -- texts

/** A set of values counts as complete from so many texts on, with each value in so many responses. */
const CLOSED = { texts: 30, answers: 5, members: 12 }
const MEMBER = /^[A-Za-z][\w .:/-]{0,39}$/

// Fields that identify one of many things, or have an open vocabulary: the next response has another value.
const OPEN_WORDS = wordSet(
  `id uuid guid sha hash etag key token slug ref name title label tag login user username author owner account acct path file
  address street city county province country currency language lang locale region zone timezone
  company organization vendor merchant brand model airline airport station domain host color colour`
)

/** The words of a name: `line_items`, `lineItems`. */
export const wordsOfName = (name: string): ReadonlyArray<string> =>
  name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []

const namesOneOfMany = (key: string): boolean => {
  const word = wordsOfName(key).at(-1)?.toLowerCase() ?? ''
  return OPEN_WORDS.has(word) || OPEN_WORDS.has(word.replace(/s$/, ''))
}

type KnownTexts = NonNullable<ShapeStats['texts']>

/**
 * By Good and Turing, rare values show how many are unseen: a complete set has none, and the more values it has, the
 * more often each must have come.
 */
const isClosed = ({ count, isOpen, values }: KnownTexts): boolean =>
  count >= CLOSED.texts &&
  !isOpen &&
  values.length >= 2 &&
  values.length <= CLOSED.members &&
  values.every(([text, answers]) => answers.count >= Math.max(CLOSED.answers, values.length) && MEMBER.test(text)) &&
  // Values of transcripts are not redacted.
  values.every(([text]) => redactText(text) === text)

const withoutNumbers = (texts: ReadonlyArray<readonly [string, unknown]>): ReadonlySet<string> =>
  new Set(texts.map(([text]) => text.replace(/\d+/g, '#')))

// `C12` and `C13` are numbered things, not members of an enumeration.
const areNumbered = ({ values }: KnownTexts): boolean => withoutNumbers(values).size < values.length

// Of states, countries, currencies, airports: a list of which responses show a part.
const areCodes = ({ values }: KnownTexts): boolean => values.every(([text]) => /^[A-Z]{2,3}$/.test(text))

const enumeration = (members: ReadonlyArray<string>): t.Mixed =>
  t.keyof(Object.fromEntries([...members].sort().map((member) => [member, null])))

const ofTexts = (texts: KnownTexts, key: string, isKnown: boolean): t.Mixed => {
  if (texts.form === 'date and time' && isKnown) return IsoDateTime
  return texts.form === undefined &&
    !namesOneOfMany(key) &&
    !isSecretName(plainName(key)) &&
    isClosed(texts) &&
    !areNumbered(texts) &&
    !areCodes(texts)
    ? enumeration(texts.values.map(([text]) => text))
    : t.string
}

/** The form that a note names, because the codec does not check it. */
const notedForm = ({ texts }: ShapeStats, isKnown: boolean): TextForm | undefined =>
  texts?.form === 'date and time' && isKnown ? undefined : texts?.form

// -- dictionaries

/** With so many keys, half of which occur in one response only, or differ in their numbers, the keys are data. */
const DICTIONARY = { keys: 6, answers: 3 }

const typesOf = (seen: ShapeStats): ReadonlyArray<string> =>
  Object.entries({
    boolean: seen.booleans,
    number: seen.integers + seen.fractions + seen.unsafe,
    string: seen.texts,
    array: seen.elements,
    object: seen.objects
  }).flatMap(([type, some]) => (some === undefined || some === 0 ? [] : [type]))

/** The values of a dictionary: all of one type, under keys that are data. */
const valuesOf = ({ count, answers, data, fields }: ObjectStats): ShapeStats | undefined => {
  const once = fields.filter(([, field]) => field.answers.count === 1)
  const areKeysData =
    data.count > 0 ||
    (fields.length >= DICTIONARY.keys &&
      ((answers.count >= DICTIONARY.answers && once.length * 2 >= fields.length) ||
        withoutNumbers(fields).size * 2 <= fields.length))
  // A key that is always there is a field.
  if (!areKeysData || fields.some(([, field]) => field.count === count)) return undefined
  const values = new ShapeStats(data.level, data.budget)
  for (const some of [data, ...fields.map(([, field]) => field)]) values.addAll(some)
  return fields.length === 0 || (values.others === 0 && typesOf(values).length === 1) ? values : undefined
}

// -- objects of several kinds

/** Whether two kinds of objects differ, at any depth, by a field of one alone, or by a field's type. */
const differ = (one: ObjectStats, other: ObjectStats): boolean => {
  const [fields, others] = [new Map(one.fields), new Map(other.fields)]
  const isOwn = (field: ShapeStats | undefined, { count }: ObjectStats, there: ShapeStats | undefined): boolean =>
    field?.count === count && there === undefined
  return [...new Set([...fields.keys(), ...others.keys()])].some((key) => {
    const [here, there] = [fields.get(key), others.get(key)]
    if (isOwn(here, one, there) || isOwn(there, other, here)) return true
    if (here === undefined || there === undefined) return false
    if (here.objects !== undefined && there.objects !== undefined) return differ(here.objects.all, there.objects.all)
    const [types, otherTypes] = [typesOf(here), typesOf(there)]
    return types.length > 0 && otherTypes.length > 0 && !types.some((type) => otherTypes.includes(type))
  })
}

// -- deciding

class Drafter {
  readonly notes = new Map<t.Mixed, Readonly<Record<string, string>>>()

  /** A place in fewer responses is hardly known: it may be absent the next time, and have another form. */
  constructor(readonly enough: number) {}

  of(seen: ShapeStats, key: string): t.Mixed {
    const { texts, elements, objects, booleans, integers, fractions, unsafe, nulls, others } = seen
    if (others + unsafe > 0) return t.unknown
    const isKnown = seen.answers.count >= this.enough
    const members = [
      ...(booleans > 0 ? [t.boolean] : []),
      ...(integers + fractions > 0 ? [fractions === 0 && isKnown ? SafeInteger : t.number] : []),
      ...(texts === undefined ? [] : [ofTexts(texts, key, isKnown)]),
      ...(elements === undefined ? [] : [t.array(this.of(elements, key))]),
      ...(objects === undefined ? [] : [this.#ofObjects(objects)])
    ]
    // If only null came, other values are unknown.
    if (members.length === 0) return t.unknown
    return union([...members, ...(nulls > 0 ? [t.null] : [])])
  }

  #ofObjects(objects: NonNullable<ShapeStats['objects']>): t.Mixed {
    const all = objects.all
    const values = valuesOf(all)
    if (values !== undefined) return t.record(t.string, this.of(values, ''))
    const { key, kinds } = objects.kinds ?? { key: '', kinds: [] }
    const tags = all.fields.find(([name]) => name === key)?.[1].texts
    const isUnion =
      tags !== undefined &&
      isClosed(tags) &&
      kinds.every(([, one], i) => kinds.slice(i + 1).every(([, other]) => differ(one, other)))
    return isUnion ? union(kinds.map(([tag, some]) => this.#object(some, key, tag))) : this.#object(all)
  }

  #object({ count, answers, fields, level }: ObjectStats, tagKey?: string, tag?: string): t.Mixed {
    if (fields.length === 0) return t.UnknownRecord
    // An error in place of a payload lacks the keys of the payload itself. Those inside it vary more than a few
    // responses show.
    const isKnown = answers.count >= (level === 0 ? this.enough : MANY_ANSWERS)
    const isRequired = ([, field]: (typeof fields)[number]): boolean => field.count === count && isKnown
    // The state of an order is one of a few, that of an address is not.
    const isAddress = fields.some(([key]) => /^(?:city|zip|(?:zip|post|postal)_?code)$/i.test(key))
    const codecOf = ([key, field]: (typeof fields)[number]): t.Mixed =>
      key === tagKey ? t.literal(tag ?? '') : this.of(field, isAddress && key === 'state' ? 'province' : key)
    const props = (some: typeof fields): t.Props => Object.fromEntries(some.map((named) => [named[0], codecOf(named)]))
    const required = fields.filter((field) => isRequired(field) || field[0] === tagKey)
    const optional = fields.filter((field) => !required.includes(field))
    const parts = [
      ...(required.length === 0 ? [] : [t.type(props(required))]),
      ...(optional.length === 0 ? [] : [t.partial(props(optional))])
    ]
    const noteOf = ([key, field]: (typeof fields)[number]): string =>
      [
        notedForm(field, field.answers.count >= this.enough),
        required.some(([name]) => name === key) ? undefined : `in ${field.count} of ${count}`,
        field.unsafe > 0 ? 'has numbers beyond 2^53, whose digits are read as text' : undefined,
        field.count === field.nulls || field.others > 0 ? 'only null came, or what cannot be told' : undefined
      ]
        .filter((note) => note !== undefined)
        .join('; ')
    for (const part of parts) this.notes.set(part, Object.fromEntries(fields.map((field) => [field[0], noteOf(field)])))
    return parts.length === 1 ? (parts[0] as t.Mixed) : t.intersection(parts as unknown as [t.Mixed, t.Mixed])
  }
}

const union = (members: ReadonlyArray<t.Mixed>): t.Mixed =>
  members.length === 1 ? (members[0] as t.Mixed) : t.union(members as [t.Mixed, t.Mixed])

/** Decides on a codec for the statistics of a place; below `enough` responses, keys are optional. */
export const draftOf = (seen: ShapeStats, enough = Math.min(seen.answers.count, MANY_ANSWERS)): Draft => {
  const drafter = new Drafter(enough)
  return { codec: drafter.of(seen, ''), notes: drafter.notes }
}
