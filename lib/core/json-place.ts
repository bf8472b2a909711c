/** Where in a JSON value a walk over its text stands, kept so that a path costs nothing until somebody asks for it. */
import type { Path } from './issue.js'
import { stringEnd } from './json-tokens.js'

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

// One number a level, since a text may have millions: an array's is the index it has come to, an object's is below zero
// and says where its latest key stands.
const keyFrame = (position: number): number => -position - 2
const keyPosition = (frame: number): number => -frame - 2

// -- combinators

/** The containers that are open, outermost first. */
export class OpenContainers implements JsonPlace {
  readonly #text: string
  readonly #frames: Array<number> = []
  // The latest key that was read at each level: a key may be as long as the text, and a path is asked for at each of a million values beneath it.
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

  /** Whether nothing has come but the openers of the containers that are open. */
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

  /** Goes on to the next index, or to a key that is not known yet. */
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
