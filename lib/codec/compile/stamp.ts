/**
 * The loops of the back end without generated code. An engine keeps what it learns of property reads with a function's
 * text, not with its closures: the build multiplies these texts (`stamps.ts`), so that each node reads through one of its own.
 */
import type * as t from 'io-ts'
import type { Finish } from './finish.js'
import type { PutSlot, Slots } from './slots.js'
import type { Fields, Run } from './run.js'

// -- model

/** Decodes a field; `o` is the object that it was read from. */
export type FieldRun = (value: unknown, context: t.Context, o: Fields) => unknown

export interface BlockField {
  readonly key: string
  /** What `typeof` says of values that are accepted as they are; else ''. */
  readonly type: string
  /** `null` where it is accepted as it is; else a value that never comes. */
  readonly nothing: unknown
  /** `undefined` where it is accepted as it is; else a value that never comes. */
  readonly absent: unknown
  readonly run: FieldRun
  readonly slot: number
}

/** Reads up to eight fields. The head of a chain of blocks is the run of its node. */
export interface Block {
  /** Eight, of which the first `count` are read. */
  readonly fields: ReadonlyArray<BlockField>
  readonly count: number
  /** Of the first field among all fields. */
  readonly position: number
  readonly head: boolean
  readonly next: BlockRun | undefined
  readonly put: PutSlot
  readonly accepted: Finish['accepted']
  readonly refused: Finish['refused']
  /** Whether `accepted` is asked although nothing changed. */
  readonly always: boolean
}

export type BlockRun = (o: Fields, context: t.Context, slots: Slots | undefined) => unknown

/** Copies up to eight keys; the head of a chain makes the object. */
export interface Copy {
  readonly count: number
  readonly keys: ReadonlyArray<string>
  /** An object with all the keys in their order. */
  readonly template: Fields | undefined
  readonly next: CopyRun | undefined
}

export type CopyRun = (o: Fields, to: Fields | undefined) => Fields

export interface Items {
  readonly type: string
  readonly run: (value: unknown, context: t.Context, i: number) => unknown
  readonly stop: (list: unknown, position: number) => unknown
}

/** What the texts need of their surroundings: a copied text has no imports. */
export interface Surroundings {
  readonly FAIL: symbol
  readonly isArray: (value: unknown) => value is Array<unknown>
}

// -- the texts

export const block = (
  { fields, count: n, position: p, head, next, put, accepted, refused, always }: Block,
  { FAIL, isArray }: Surroundings
): BlockRun => {
  const { key: k0, type: t0, nothing: z0, absent: u0, run: r0, slot: s0 } = fields[0]!
  const { key: k1, type: t1, nothing: z1, absent: u1, run: r1, slot: s1 } = fields[1]!
  const { key: k2, type: t2, nothing: z2, absent: u2, run: r2, slot: s2 } = fields[2]!
  const { key: k3, type: t3, nothing: z3, absent: u3, run: r3, slot: s3 } = fields[3]!
  const { key: k4, type: t4, nothing: z4, absent: u4, run: r4, slot: s4 } = fields[4]!
  const { key: k5, type: t5, nothing: z5, absent: u5, run: r5, slot: s5 } = fields[5]!
  const { key: k6, type: t6, nothing: z6, absent: u6, run: r6, slot: s6 } = fields[6]!
  const { key: k7, type: t7, nothing: z7, absent: u7, run: r7, slot: s7 } = fields[7]!
  return (o, c, slots) => {
    if (head && (typeof o !== 'object' || o === null || isArray(o))) return FAIL
    let x = head ? undefined : slots
    let v: unknown
    let r: unknown
    v = o[k0]
    if ((typeof v !== t0 || v !== v) && v !== z0 && v !== u0) {
      r = r0(v, c, o)
      if (r !== v) {
        if (r === FAIL) return x === undefined ? r : refused(o, x, c, p)
        x = put(x, s0, r, v)
      }
    }
    if (n > 1) {
      v = o[k1]
      if ((typeof v !== t1 || v !== v) && v !== z1 && v !== u1) {
        r = r1(v, c, o)
        if (r !== v) {
          if (r === FAIL) return x === undefined ? r : refused(o, x, c, p + 1)
          x = put(x, s1, r, v)
        }
      }
      if (n > 2) {
        v = o[k2]
        if ((typeof v !== t2 || v !== v) && v !== z2 && v !== u2) {
          r = r2(v, c, o)
          if (r !== v) {
            if (r === FAIL) return x === undefined ? r : refused(o, x, c, p + 2)
            x = put(x, s2, r, v)
          }
        }
        if (n > 3) {
          v = o[k3]
          if ((typeof v !== t3 || v !== v) && v !== z3 && v !== u3) {
            r = r3(v, c, o)
            if (r !== v) {
              if (r === FAIL) return x === undefined ? r : refused(o, x, c, p + 3)
              x = put(x, s3, r, v)
            }
          }
          if (n > 4) {
            v = o[k4]
            if ((typeof v !== t4 || v !== v) && v !== z4 && v !== u4) {
              r = r4(v, c, o)
              if (r !== v) {
                if (r === FAIL) return x === undefined ? r : refused(o, x, c, p + 4)
                x = put(x, s4, r, v)
              }
            }
            if (n > 5) {
              v = o[k5]
              if ((typeof v !== t5 || v !== v) && v !== z5 && v !== u5) {
                r = r5(v, c, o)
                if (r !== v) {
                  if (r === FAIL) return x === undefined ? r : refused(o, x, c, p + 5)
                  x = put(x, s5, r, v)
                }
              }
              if (n > 6) {
                v = o[k6]
                if ((typeof v !== t6 || v !== v) && v !== z6 && v !== u6) {
                  r = r6(v, c, o)
                  if (r !== v) {
                    if (r === FAIL) return x === undefined ? r : refused(o, x, c, p + 6)
                    x = put(x, s6, r, v)
                  }
                }
                if (n > 7) {
                  v = o[k7]
                  if ((typeof v !== t7 || v !== v) && v !== z7 && v !== u7) {
                    r = r7(v, c, o)
                    if (r !== v) {
                      if (r === FAIL) return x === undefined ? r : refused(o, x, c, p + 7)
                      x = put(x, s7, r, v)
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
    if (next !== undefined) return next(o, c, x)
    return always || x !== undefined ? accepted(o, x, c) : o
  }
}

export const items =
  ({ type, run, stop }: Items, { FAIL, isArray }: Surroundings): Run =>
  (before, c) => {
    if (!isArray(before)) return FAIL
    let after = before
    for (let i = 0, n = before.length; i < n; i++) {
      const v = before[i]
      if (typeof v !== type || v !== v) {
        const r = run(v, c, i)
        if (r !== v) {
          if (r === FAIL) return stop(before, i)
          if (after === before) after = before.slice()
          after[i] = r
        }
      }
    }
    return after
  }

export const copy = ({ count: n, keys, template, next }: Copy): CopyRun => {
  const k0 = keys[0]!
  const k1 = keys[1]!
  const k2 = keys[2]!
  const k3 = keys[3]!
  const k4 = keys[4]!
  const k5 = keys[5]!
  const k6 = keys[6]!
  const k7 = keys[7]!
  return (o, to) => {
    const r = template === undefined ? to! : { ...template }
    r[k0] = o[k0]
    if (n > 1) {
      r[k1] = o[k1]
      if (n > 2) {
        r[k2] = o[k2]
        if (n > 3) {
          r[k3] = o[k3]
          if (n > 4) {
            r[k4] = o[k4]
            if (n > 5) {
              r[k5] = o[k5]
              if (n > 6) {
                r[k6] = o[k6]
                if (n > 7) {
                  r[k7] = o[k7]
                }
              }
            }
          }
        }
      }
    }
    return next === undefined ? r : next(o, r)
  }
}
