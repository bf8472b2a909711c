/** What this process knows and a server has not heard: told again, further and further apart, until it was heard. */
import type { AuditLine } from '../core/calls/index.js'
import { waitFor } from '../core/foreign/index.js'

// -- model

/** Something to tell. */
interface Notice {
  /** What it speaks of: nothing is asked about that before. */
  readonly of: string
  /** Tells it once, and says whether it was heard. */
  readonly tell: () => Promise<boolean>
  /** Called when it was heard at last, after it had failed. */
  readonly onLate?: (() => void) | undefined
  /** Called once if it is given up. */
  readonly onLost?: (() => void) | undefined
  /** UTF-16 units that `shorten` frees. */
  readonly chars?: number | undefined
  /** Leaves out what need not be told. */
  readonly shorten?: () => void
}

/** Whom a ledger's reply reaches. */
export interface LedgerNews {
  /** The outcome was taken, after it had failed to be. */
  readonly settled: () => void
  /** The outcome was given up: the ledger has not taken it, and what this process knows is lost with it. */
  readonly lost: (executed: 'yes' | 'no' | 'unknown') => void
  /** A person had called the attempt not executed, and it was: its effect may have happened twice. */
  readonly contradicted: (line: AuditLine) => void
}

/** Something to tell, on its way. */
export class Letter {
  /** It was told in vain. */
  hasFailed = false
  /** UTF-16 units that it keeps. */
  chars: number
  #isLost = false
  /** Whoever waits for the next end of telling it. */
  #waiting: ReadonlyArray<(isHeard: boolean) => void> = []

  constructor(readonly telling: Notice) {
    this.chars = telling.chars ?? 0
  }

  /** Answers whether it is heard the next time that it is told. */
  end(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting = [...this.#waiting, resolve]
    })
  }

  ended(isHeard: boolean): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const each of waiting) each(isHeard)
  }

  /** Says that it is given up, once. */
  lose(): void {
    if (!this.#isLost) this.telling.onLost?.()
    this.#isLost = true
  }

  shorten(): void {
    this.telling.shorten?.()
    this.chars = 0
  }
}

/** Calls back after that many milliseconds. */
export type Later = (work: () => void, ms: number) => unknown

/** More at once would only queue in the client, where their time runs. */
const AT_ONCE = 64

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 30_000

/** A process that outlives its server's outage knows fewer. */
const MAX_KEPT = 10_000

// UTF-16 units: beyond it, the outcome alone is told.
const MAX_CHARS = 16 * 1024 * 1024

// A process may end meanwhile: `drain` waits.
const unhurried: Later = (work, ms) => (setTimeout(work, ms) as { readonly unref?: () => void }).unref?.()

// -- the box

export class Outbox {
  /** To be told as soon as there is room. */
  readonly #due = new Set<Letter>()
  readonly #sending = new Set<Letter>()
  readonly #failed = new Set<Letter>()
  #pauseMs = FIRST_PAUSE_MS
  /** How long the present rest is. */
  #restMs: number | undefined
  #rests = 0
  /** How many are kept that failed, and their UTF-16 units. */
  #kept = 0
  #chars = 0
  #drains: ReadonlyArray<() => void> = []

  constructor(readonly later: Later = unhurried) {}

  /** How many letters were not heard yet. */
  get size(): number {
    return this.#due.size + this.#sending.size + this.#failed.size
  }

  /** Tells a letter; answers whether it was heard the first time. Where it was not, it is told again. */
  tell(letter: Letter): Promise<boolean> {
    const end = letter.end()
    this.#due.add(letter)
    this.#send()
    return end
  }

  /** Keeps a letter that was told in vain, while there are fewer than so many. */
  keep(letter: Letter, most: number): void {
    if (this.#kept >= most) return
    this.#keep(letter)
    this.#rest()
  }

  /** Tells what is kept of something now, and answers whether all of it was heard. */
  async hasHeard(of: string): Promise<boolean> {
    // One that was heard may leave another behind.
    while (this.size > 0) {
      const own = this.#letters.filter((letter) => letter.telling.of === of)
      if (own.length === 0) return true
      const ends = own.map((letter) => letter.end())
      for (const letter of own) if (this.#failed.delete(letter)) this.#due.add(letter)
      this.#send()
      if ((await Promise.all(ends)).includes(false)) return false
    }
    return true
  }

  /** Notes that a letter was heard, or that nobody needs to hear it any more. */
  heard(letter: Letter): void {
    const isKept = [this.#due, this.#sending, this.#failed].map((box) => box.delete(letter)).includes(true)
    if (!isKept) return
    letter.ended(true)
    if (letter.hasFailed) {
      this.#kept -= 1
      this.#chars -= letter.chars
      letter.telling.onLate?.()
    }
    if (this.size === 0) for (const drained of this.#drains) drained()
  }

  /** The server answers: what failed is told again soon. */
  isBack(): void {
    this.#pauseMs = FIRST_PAUSE_MS
    if (this.#restMs !== undefined && this.#restMs > FIRST_PAUSE_MS) this.#restFor(FIRST_PAUSE_MS)
  }

  /** Goes on telling for so many milliseconds at most, without long pauses; answers how many letters were not heard. */
  async drain(ms: number): Promise<number> {
    if (this.size === 0) return 0
    let drained = (): void => {}
    const empty = new Promise<void>((resolve) => {
      drained = resolve
    })
    this.#drains = [...this.#drains, drained]
    this.#again()
    await waitFor(() => empty, { timeoutMs: ms })
    this.#drains = this.#drains.filter((one) => one !== drained)
    for (const letter of this.#letters) letter.lose()
    return this.size
  }

  get #letters(): ReadonlyArray<Letter> {
    return [...this.#due, ...this.#sending, ...this.#failed]
  }

  #send(): void {
    for (const letter of this.#due) {
      if (this.#sending.size >= AT_ONCE) return
      this.#due.delete(letter)
      this.#sending.add(letter)
      void this.#tellOnce(letter)
    }
  }

  async #tellOnce(letter: Letter): Promise<void> {
    if (await letter.telling.tell()) {
      this.heard(letter)
      this.isBack()
      this.#send()
    } else this.#fail(letter)
  }

  /** What else is due would fail, too: it waits with this one. */
  #fail(letter: Letter): void {
    const hasRoom = this.#sending.delete(letter)
    for (const each of hasRoom ? [letter, ...this.#due] : this.#due) {
      this.#due.delete(each)
      this.#keep(each)
      each.ended(false)
    }
    if (this.#failed.size > 0) this.#rest()
  }

  #keep(letter: Letter): void {
    if (!letter.hasFailed) {
      if (this.#kept >= MAX_KEPT) return letter.lose()
      this.#kept += 1
      if (this.#chars + letter.chars > MAX_CHARS) letter.shorten()
      this.#chars += letter.chars
      letter.hasFailed = true
    }
    this.#failed.add(letter)
  }

  #rest(): void {
    if (this.#restMs !== undefined) return
    this.#restFor(this.#drains.length > 0 ? FIRST_PAUSE_MS : this.#pauseMs)
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
  }

  #restFor(ms: number): void {
    this.#restMs = ms
    const rest = ++this.#rests
    this.later(() => {
      if (rest === this.#rests) this.#again()
    }, ms)
  }

  #again(): void {
    this.#rests += 1
    this.#restMs = undefined
    for (const letter of this.#failed) this.#due.add(letter)
    this.#failed.clear()
    this.#send()
  }
}
