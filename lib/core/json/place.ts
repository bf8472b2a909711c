/** The current place of a walk over JSON text, stored so that a path costs nothing until it is requested. */
import type { Path } from '../errors/issue.js'
import { stringEnd } from './tokens.js'

// -- model

/** The state of the walk for a visitor. It changes as the walk goes on: read it at once. */
export interface JsonPlace {
  /** How many containers are open, which is the length of the path. */
  readonly depth: number
  readonly path: () => Path
  /** Whether `path` begins with the path of this place. */
  readonly leadsTo: (path: Path) => boolean
}

const NO_KEY = -1

// One number for each level, since a text may have millions: the current index of an array, or, below zero, the
// position of an object's latest key.
const keyFrame = (position: number): number => -position - 2
const keyPosition = (frame: number): number => -frame - 2

// -- combinators

/** The open containers, outermost first. */
export class OpenContainers implements JsonPlace {
  readonly #text: string
  readonly #frames: Array<number> = []
  // Caches the latest key at each level: a key may be as long as the text, and its path may be requested for a million
  // values.
  readonly #keys: Array<{ readonly frame: number; readonly key: string } | undefined> = []

  constructor(text: string) {
    this.#text = text
  }

  get depth(): number {
    return this.#frames.length
  }

  /** Of the innermost container; false at the root. */
  get isArray(): boolean {
    return this.#top >= 0
  }

  /** Whether the text so far consists only of the openers of the open containers. */
  get hasOnlyOpeners(): boolean {
    return this.#frames.every((frame) => frame === 0 || frame === NO_KEY)
  }

  get #top(): number {
    return this.#frames[this.#frames.length - 1] ?? NO_KEY
  }

  open(isArray: boolean): void {
    this.#frames.push(isArray ? 0 : NO_KEY)
  }

  close(): void {
    this.#frames.pop()
  }

  /** Advances to the next index, or to a key that is not read yet. */
  next(): void {
    this.#frames[this.#frames.length - 1] = this.isArray ? this.#top + 1 : NO_KEY
  }

  /** Enters the field whose key is the string at `position`. */
  enter(position: number): void {
    this.#frames[this.#frames.length - 1] = keyFrame(position)
  }

  /** Path of the value that is due or was just read. */
  path(): Path {
    return this.#frames.map((frame, level) => this.#step(frame, level))
  }

  /** Path of the innermost container. */
  containerPath(): Path {
    return this.#frames.slice(0, -1).map((frame, level) => this.#step(frame, level))
  }

  leadsTo(path: Path): boolean {
    const { length } = this.#frames
    return length <= path.length && this.#frames.every((frame, level) => this.#step(frame, level) === path[level])
  }

  #step(frame: number, level: number): string | number {
    if (frame >= 0) return frame
    const known = this.#keys[level]
    if (known?.frame === frame) return known.key
    const key = this.#keyAt(keyPosition(frame))
    this.#keys[level] = { frame, key }
    return key
  }

  #keyAt(start: number): string {
    const literal = this.#text.slice(start, stringEnd(this.#text, start))
    return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)
  }
}
