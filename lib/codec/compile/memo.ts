/**
 * Remembers which object each union refused last, while one value is decoded. Unions of unions would else ask about the
 * same object again through every member: twelve levels of three members are half a million questions about 75 bytes.
 */
import type { Node } from './plan.js'
import { FAIL, type Run } from './run.js'

const NONE = Symbol('NONE')

export class Memo {
  /** The object that each union refused last. */
  readonly refused: Array<unknown> = []
  /** Whether there is anything to forget. */
  used = false

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

  /** Lets go of all values. */
  forget(): void {
    this.refused.fill(NONE)
    this.used = false
  }
}
