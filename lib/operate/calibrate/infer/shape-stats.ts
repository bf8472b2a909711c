/** Statistics of the values at one place: bounded, and independent of their order. */
import { SketchMap } from '../sketches.js'
import { textFormOf, type TextForm } from '../text-forms.js'

// -- model

// Keys that are data: ids, dates, paths, addresses.
const DATA_KEY = /^\d|\d{4}|^[0-9a-f]{8,}$|^[0-9a-f]{8}-|[\s/@:.]/i

/** Fields that may name the kind of an object; the first one present counts. */
const TAG_KEYS = ['type', 'kind', '__typename', '@type', '_type', '$type', 'resourceType', 'event', 'op', 'object']

const MAX_TAGS = 16
const MAX_TAG_CHARS = 60
const MAX_KEYS = 400
const MAX_VALUES = 64
const MAX_LEVELS = 16

/**
 * So many responses make a place known: by the rule of succession, a key that came in all of them is absent in less
 * than 3 % of the next ones. Counting stops here.
 */
export const MANY_ANSWERS = 32

/** Stands for a number that JavaScript cannot hold. */
export const UNSAFE = Symbol('unsafe')
/** Stands for a whole number that was written with a fraction: `1023.0`. */
export const FRACTION = Symbol('fraction')

/** How many places may still be added, which bounds ever deeper responses. */
class PlaceBudget {
  constructor(public places = 20_000) {}
}

/**
 * Counts different responses up to a limit: a value that is frequent within one response, or came whenever the same was
 * asked, is evidence of one.
 */
class AnswerCount {
  readonly #known = new Set<number>()

  add(answer: number): void {
    if (this.#known.size < MANY_ANSWERS) this.#known.add(answer)
  }

  addAll(others: AnswerCount): void {
    for (const answer of others.#known) this.add(answer)
  }

  get count(): number {
    return this.#known.size
  }
}

class TextStats {
  count = 0
  /** Whether there are more values than the limit, or longer ones than an enumeration has. */
  isOpen = false
  readonly #values = new SketchMap<AnswerCount>(MAX_VALUES, () => {
    this.isOpen = true
  })
  readonly #forms = new Map<TextForm, number>()

  add(text: string, answer: number): void {
    this.count += 1
    this.#value(text)?.add(answer)
    const form = textFormOf(text)
    if (form !== undefined) this.#addForm(form, 1)
  }

  addAll(others: TextStats): void {
    this.count += others.count
    this.isOpen ||= others.isOpen
    for (const [text, answers] of others.values) this.#value(text)?.addAll(answers)
    for (const [form, count] of others.#forms) this.#addForm(form, count)
  }

  #value(text: string): AnswerCount | undefined {
    const answers = text.length > MAX_TAG_CHARS ? undefined : this.#values.at(text, () => new AnswerCount())
    this.isOpen ||= answers === undefined
    return answers
  }

  #addForm(form: TextForm, count: number): void {
    this.#forms.set(form, (this.#forms.get(form) ?? 0) + count)
  }

  get values(): ReadonlyArray<readonly [text: string, answers: AnswerCount]> {
    return this.#values.entries
  }

  /** The form that all of them share. */
  get form(): TextForm | undefined {
    return [...this.#forms].find(([, count]) => count === this.count)?.[0]
  }
}

/** Statistics of objects of one kind. */
export class ObjectStats {
  count = 0
  readonly answers = new AnswerCount()
  /** Values under keys that are data. */
  readonly data: ShapeStats
  readonly #fields = new SketchMap<ShapeStats>(MAX_KEYS, () => {})

  constructor(
    readonly level: number,
    readonly budget: PlaceBudget
  ) {
    this.data = new ShapeStats(level + 1, budget)
  }

  add(value: Readonly<Record<string, unknown>>, answer: number): void {
    this.count += 1
    this.answers.add(answer)
    for (const [key, field] of Object.entries(value)) {
      if (key !== '__proto__') (DATA_KEY.test(key) ? this.data : this.#field(key))?.add(field, answer)
    }
  }

  addAll(others: ObjectStats): void {
    this.count += others.count
    this.answers.addAll(others.answers)
    this.data.addAll(others.data)
    for (const [key, field] of others.#fields.entries) this.#field(key)?.addAll(field)
  }

  #field(key: string): ShapeStats | undefined {
    return this.#fields.at(key, () => new ShapeStats(this.level + 1, this.budget))
  }

  /** Fields in the order of their names. */
  get fields(): ReadonlyArray<readonly [string, ShapeStats]> {
    return [...this.#fields.entries].sort(([a], [b]) => (a < b ? -1 : 1))
  }
}

/** Statistics of objects by their kind. */
class ObjectStatsByTag {
  readonly #rest: ObjectStats
  readonly #tagged = new SketchMap<ObjectStats>(MAX_TAGS, (dropped) => this.#rest.addAll(dropped))

  constructor(
    readonly level: number,
    readonly budget: PlaceBudget
  ) {
    this.#rest = new ObjectStats(level, budget)
  }

  add(value: Readonly<Record<string, unknown>>, answer: number): void {
    const key = TAG_KEYS.find((candidate) => Object.hasOwn(value, candidate))
    const tag = key === undefined ? undefined : value[key]
    const name = typeof tag === 'string' && tag.length <= MAX_TAG_CHARS ? `${key}:${tag}` : undefined
    ;(name === undefined ? this.#rest : this.#of(name)).add(value, answer)
  }

  addAll(others: ObjectStatsByTag): void {
    this.#rest.addAll(others.#rest)
    for (const [name, objects] of others.#tagged.entries) this.#of(name).addAll(objects)
  }

  #of(name: string): ObjectStats {
    return this.#tagged.at(name, () => new ObjectStats(this.level, this.budget)) ?? this.#rest
  }

  /** All objects of any kind. */
  get all(): ObjectStats {
    const all = new ObjectStats(this.level, this.budget)
    for (const objects of [this.#rest, ...this.#tagged.entries.map(([, some]) => some)]) all.addAll(objects)
    return all
  }

  /** The kinds by one common key; undefined if some objects lack it. */
  get kinds():
    { readonly key: string; readonly kinds: ReadonlyArray<readonly [tag: string, ObjectStats]> } | undefined {
    const split = this.#tagged.entries.map(([name, objects]) => {
      const at = name.indexOf(':')
      return { key: name.slice(0, at), tag: name.slice(at + 1), objects }
    })
    const key = split[0]?.key
    if (key === undefined || this.#rest.count > 0 || split.some((one) => one.key !== key)) return undefined
    const kinds = split.map(({ tag, objects }) => [tag, objects] as const)
    return { key, kinds: kinds.sort(([a], [b]) => (a < b ? -1 : 1)) }
  }
}

/** Statistics of one place. Each part appears with the first value of its type. */
export class ShapeStats {
  count = 0
  readonly answers = new AnswerCount()
  nulls = 0
  booleans = 0
  integers = 0
  /** Numbers that are written with a fraction. */
  fractions = 0
  /** Numbers that JavaScript cannot hold: `t.unknown` alone accepts them, and gives their digits as text. */
  unsafe = 0
  /** Values of types that JSON lacks, such as dates of a database, and those that lie too deep to be examined. */
  others = 0
  texts: TextStats | undefined
  elements: ShapeStats | undefined
  objects: ObjectStatsByTag | undefined

  constructor(
    readonly level = 0,
    readonly budget = new PlaceBudget()
  ) {
    budget.places -= 1
  }

  /** Adds a value; `answer` tells its response from others. */
  add(value: unknown, answer = this.count): void {
    this.count += 1
    this.answers.add(answer)
    if (value === null) this.nulls += 1
    else if (typeof value === 'boolean') this.booleans += 1
    else if (Number.isSafeInteger(value)) this.integers += 1
    else if (typeof value === 'number' || value === FRACTION) this.fractions += 1
    else if (value === UNSAFE) this.unsafe += 1
    else if (typeof value === 'string') (this.texts ??= new TextStats()).add(value, answer)
    else if (!this.#examines(value)) this.others += 1
    else if (Array.isArray(value)) {
      const elements = (this.elements ??= this.#inside())
      for (const item of value) elements.add(item, answer)
    } else (this.objects ??= new ObjectStatsByTag(this.level, this.budget)).add(value, answer)
  }

  /** Adds the statistics of another place. */
  addAll(seen: ShapeStats): void {
    this.count += seen.count
    this.answers.addAll(seen.answers)
    for (const part of ['nulls', 'booleans', 'integers', 'fractions', 'unsafe', 'others'] as const)
      this[part] += seen[part]
    if (seen.texts !== undefined) (this.texts ??= new TextStats()).addAll(seen.texts)
    if (seen.elements !== undefined) (this.elements ??= this.#inside()).addAll(seen.elements)
    if (seen.objects !== undefined)
      (this.objects ??= new ObjectStatsByTag(this.level, this.budget)).addAll(seen.objects)
  }

  #examines(value: unknown): value is Readonly<Record<string, unknown>> {
    const isData = typeof value === 'object' && !(value instanceof Date) && !ArrayBuffer.isView(value)
    return isData && this.level < MAX_LEVELS && this.budget.places >= 0
  }

  #inside(): ShapeStats {
    return new ShapeStats(this.level + 1, this.budget)
  }
}
