/** What is remembered while one value is decoded, and forgotten after. */
import type { Node } from './plan.js'
import { FAIL, type Run } from './run.js'

const NONE = Symbol('NONE')

// An opaque codec may answer by its context, and so differently for one object that is reached through two members. It is asked
// again each time, until so many refusals of one value that coming to an end matters more.
const MANY_REFUSALS = 10_000

export class Memo {
  /**
   * The object that each union refused last. Unions of unions would else ask about the same object again through every
   * member: twelve levels of three members are half a million questions about 75 bytes.
   */
  private readonly refused: Array<unknown> = []
  private refusals = 0
  /** Whether there is anything to forget. */
  used = false
  // Where the last array stopped: the error path need not look at the items before.
  private list: unknown = NONE
  private listNode: Node | undefined
  private position = 0

  /** A place for a union that asks several members what is beneath their value. */
  place({ shape }: Node): number | undefined {
    if (shape.kind !== 'union' || shape.members.filter((member) => !member.node.same).length < 2) return undefined
    return this.refused.push(NONE) - 1
  }

  /** Whether a union would refuse an object as it did before. */
  wasRefused(at: number, value: unknown, context: boolean): boolean {
    return value === this.refused[at] && (!context || this.refusals > MANY_REFUSALS)
  }

  /** Notes that a union refused a value. */
  refuse(at: number, value: unknown): typeof FAIL {
    if (typeof value === 'object') {
      this.refused[at] = value
      this.refusals++
      this.used = true
    }
    return FAIL
  }

  /** Lets a union remember what it refused. */
  guard(node: Node, run: Run): Run {
    const at = this.place(node)
    if (at === undefined) return run
    return (value, context) => {
      if (this.wasRefused(at, value, node.context)) return FAIL
      const result = run(value, context)
      return result === FAIL ? this.refuse(at, value) : result
    }
  }

  /** Notes that an array was refused for the item at a position. */
  stop(node: Node, list: unknown, position: number): typeof FAIL {
    this.used = true
    this.list = list
    this.listNode = node
    this.position = position
    return FAIL
  }

  /** How many items of an array are known to be accepted. */
  acceptedItems(node: Node, list: unknown): number {
    return list === this.list && node === this.listNode ? this.position : 0
  }

  /** Lets go of all values. */
  forget(): void {
    this.refused.fill(NONE)
    this.refusals = 0
    this.list = NONE
    this.used = false
  }
}
