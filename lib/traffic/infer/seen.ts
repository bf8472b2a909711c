/** What was seen of values at one place: bounded, and the same in whatever order they come. */
import { IsoDateTime } from '../../codec/formats.js'
import { BoundedCounts, SketchMap } from '../sketches.js'

// -- model

/** Forms of text that are recognised. */
export type TextForm = 'date and time' | 'date' | 'UUID' | 'URL' | 'e-mail address'

const FORMS: ReadonlyArray<readonly [TextForm, (text: string) => boolean]> = [
  ['date and time', IsoDateTime.is],
  ['date', (text) => /^\d{4}-\d{2}-\d{2}$/.test(text)],
  ['UUID', (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)],
  ['URL', (text) => /^https?:\/\/[^\s]+$/.test(text)],
  ['e-mail address', (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)]
]

// Keys that are data: ids, dates, paths, addresses.
const DATA_KEY = /^\d|^[0-9a-f]{8,}$|^[0-9a-f]{8}-|[\s/@:.]/i

const MAX_KEYS = 400
const MAX_VALUES = 64
const MAX_LEVELS = 16

/** How many places may still be looked at: of answers that go ever deeper, no more is remembered than this. */
export class PlaceBudget {
  constructor(public places = 20_000) {}
}

class Texts {
  count = 0
  readonly values = new BoundedCounts(MAX_VALUES)
  readonly #forms = new Map<TextForm, number>()

  add(text: string): void {
    this.count += 1
    // A long text is no member of an enumeration; one of them is enough to say so.
    this.values.add(text.length > 60 ? '…' : text)
    for (const [form, has] of FORMS) if (has(text)) this.#forms.set(form, (this.#forms.get(form) ?? 0) + 1)
  }

  /** The form that all of them have. */
  get form(): TextForm | undefined {
    return FORMS.find(([form]) => this.#forms.get(form) === this.count)?.[0]
  }
}

class Numbers {
  count = 0
  integers = 0

  add(value: number): void {
    this.count += 1
    if (Number.isSafeInteger(value)) this.integers += 1
  }
}

class Objects {
  count = 0
  /** Values of keys that are data themselves. */
  readonly data: ShapeStats
  readonly #fields = new SketchMap<ShapeStats>(MAX_KEYS, (dropped) => {
    this.dropped += dropped.count
  })
  dropped = 0

  constructor(
    readonly level: number,
    readonly budget: PlaceBudget
  ) {
    this.data = new ShapeStats(level + 1, budget)
  }

  add(value: Readonly<Record<string, unknown>>): void {
    this.count += 1
    for (const [key, field] of Object.entries(value)) {
      if (key === '__proto__') continue
      const seen = DATA_KEY.test(key)
        ? this.data
        : this.#fields.at(key, () => new ShapeStats(this.level + 1, this.budget))
      if (seen === undefined) this.dropped += 1
      else seen.add(field)
    }
  }

  /** Fields by name, in the order of their names. */
  get fields(): ReadonlyArray<readonly [string, ShapeStats]> {
    return [...this.#fields.entries].sort(([a], [b]) => (a < b ? -1 : 1))
  }
}

class Arrays {
  count = 0
  readonly element: ShapeStats

  constructor(level: number, budget: PlaceBudget) {
    this.element = new ShapeStats(level + 1, budget)
  }

  add(value: ReadonlyArray<unknown>): void {
    this.count += 1
    for (const item of value) this.element.add(item)
  }
}

/** What was seen at one place. Parts appear when the first value of their type does. */
export class ShapeStats {
  count = 0
  nulls = 0
  booleans = 0
  /** Values that JSON has no type for, such as dates of a database. */
  others = 0
  /** Values that were not looked into, because they lie too deep. */
  unseen = 0
  texts: Texts | undefined
  numbers: Numbers | undefined
  arrays: Arrays | undefined
  objects: Objects | undefined

  constructor(
    readonly level = 0,
    readonly budget = new PlaceBudget()
  ) {
    budget.places -= 1
  }

  add(value: unknown): void {
    this.count += 1
    switch (typeof value) {
      case 'string':
        this.texts ??= new Texts()
        return this.texts.add(value)
      case 'number':
        this.numbers ??= new Numbers()
        return this.numbers.add(value)
      case 'boolean':
        this.booleans += 1
        return
      case 'object':
        return this.#object(value)
      default:
        this.others += 1
    }
  }

  #object(value: object | null): void {
    if (value === null) {
      this.nulls += 1
    } else if (value instanceof Date || ArrayBuffer.isView(value)) {
      this.others += 1
    } else if (this.level >= MAX_LEVELS || this.budget.places < 0) {
      this.unseen += 1
    } else if (Array.isArray(value)) {
      this.arrays ??= new Arrays(this.level, this.budget)
      this.arrays.add(value)
    } else {
      this.objects ??= new Objects(this.level, this.budget)
      this.objects.add(value as Readonly<Record<string, unknown>>)
    }
  }
}
