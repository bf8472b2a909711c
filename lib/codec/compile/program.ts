/** A plan made runnable by one of the back ends. */
import type * as t from 'io-ts'
import { Closures } from './closures.js'
import { generate } from './generated.js'
import { Memo } from './memo.js'
import { mirrorOf, type Mirror } from './mirror.js'
import type { Node, Plan } from './plan.js'
import { NOWHERE, type Run } from './run.js'

export type BackEnd = 'closures' | 'generated'

export interface Program {
  readonly run: Run
  readonly mirror: Mirror
  readonly memo: Memo
}

/** Makes a plan runnable. */
export const programOf = ({ root }: Plan, backEnd: BackEnd, hidden: boolean): Program => {
  const memo = new Memo()
  // Generated code hands on no context to nodes that need none.
  const slow = (node: Node) => (value: unknown, context?: t.Context) => mirror(node, value, context ?? NOWHERE)
  const closures = new Closures(slow, memo, hidden)
  const runOf =
    backEnd === 'generated' ? generate(root, { slow, memo, leafOf: closures.runOf, hidden }) : closures.built
  const run = backEnd === 'generated' ? runOf(root)! : closures.runOf(root)
  const mirror = mirrorOf(runOf, memo)
  return { run, mirror, memo }
}
