/** What is remembered while one value is decoded, and forgotten after. */
import type { Node } from './plan.js'
import { FAIL, type Run } from './run.js'

const NONE = Symbol('NONE')

export class Memo {
  /**
   * The object that each union refused last. Unions of unions would else ask about the same object again through every
   * member: twelve levels of three members are half a million questions about 75 bytes.
   */
  readonly refused: Array<unknown> = []
  /** Whether there is anything to forget. */
  used = false
  // Where the last array stopped: the error path need not look at the items before.
  private list: unknown = NONE
  private listNode: Node | undefined
  private position = 0

  /** A place for a union, if it has several members that look beneath their value, and none that asks where it stands. */
  place(node: Node): number | undefined {
    const { shape } = node
    if (shape.kind !== 'union' || node.context || shape.members.filter((member) => !member.node.same).length < 2) return undefined
    return this.refused.push(NONE) - 1
  }

  /** Lets a union remember what it refused. */
  guard(node: Node, run: Run): Run {
    const at = this.place(node)
    if (at === undefined) return run
    return (value, context) => {
      if (value === this.refused[at]) return FAIL
      const result = run(value, context)
      if (result === FAIL && typeof value === 'object') {
        this.refused[at] = value
        this.used = true
      }
      return result
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
    this.list = NONE
    this.used = false
  }
}
