/** The back end with generated code: each node becomes a function of its own text. */
import * as t from 'io-ts'
import type { Field, Node } from './plan.js'
import type { Build, Builders } from './builders.js'
import { finishOf } from './finish.js'
import { decodeFieldOf } from './replay.js'
import { ADDED, putSlot, SAME } from './slots.js'
import { ask, FAIL, merge, record, strip, type Run } from './run.js'
import type { Memo } from './memo.js'
import { Constants, nameOf, Writer } from './source.js'

// -- probe

let allowed: boolean | undefined

const make = (names: ReadonlyArray<string>, body: string): ((...values: ReadonlyArray<unknown>) => unknown) =>
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  new Function(...names, `"use strict";\n${body}`) as (...values: ReadonlyArray<unknown>) => unknown

/** Whether this process may generate code: a content security policy or a flag may forbid it. Tried once. */
export const mayGenerate = (): boolean => {
  if (allowed === undefined) {
    try {
      allowed = make([], 'return true')() === true
    } catch {
      allowed = false
    }
  }
  return allowed
}

// -- builders

const builder = (object: string, fields: ReadonlyArray<Field>, keys: ReadonlyArray<string>): Build => {
  const set = fields.map(({ key }, i) =>
    keys.includes(key) ? '' : `if (s[${i}] !== SAME) r[${JSON.stringify(key)}] = s[${i}];`
  )
  return make(['SAME'], `return (o, s) => {\nconst r = {${object}};\n${set.join('\n')}\nreturn r;\n}`)(SAME) as Build
}

const BUILDERS: Builders = {
  pick: (keys, fields) => {
    const entries = keys.map((key) => {
      const name = JSON.stringify(key)
      const slot = fields.findIndex((field) => field.key === key)
      return slot === -1 ? `${name}: o[${name}]` : `${name}: s[${slot}] === SAME ? o[${name}] : s[${slot}]`
    })
    return builder(entries.join(', '), fields, keys)
  },
  copy: (fields) => builder('...o', fields, [])
}

// -- constructors

export interface Surroundings {
  readonly slow: (node: Node) => Run
  readonly memo: Memo
  /** Makes runs of nodes that change nothing; they are conditions inside the text, and runs only for the error path. */
  readonly leafOf: (node: Node) => Run
  readonly hidden: boolean
}

/** Generates the runs of a plan, and gives them by node; a node that lies inside the text of others has none. */
export const generate = (
  root: Node,
  { slow, memo, leafOf, hidden }: Surroundings
): ((node: Node) => Run | undefined) => {
  const constants = new Constants()
  const writer = new Writer(constants, {
    memo,
    slow,
    put: putSlot,
    finish: (struct) =>
      finishOf(
        struct,
        decodeFieldOf((node) => runOf(node)!),
        BUILDERS,
        hidden
      )
  })
  writer.functionOf(root)
  const kit = {
    FAIL,
    ADDED,
    ask,
    record,
    merge,
    strip,
    enter: t.appendContext,
    isArray: Array.isArray,
    hasOwn: Object.hasOwn
  }
  const body = [
    `const {${Object.keys(kit).join(', ')}} = kit;`,
    `const [${constants.values.map((_, i) => `d${i}`).join(', ')}] = values;`,
    ...writer.declarations.values(),
    `return [${[...writer.declarations.keys()].map(nameOf).join(', ')}];`
  ]
  const made = make(['kit', 'values'], body.join('\n'))(kit, constants.values) as ReadonlyArray<Run>
  const runs: Array<Run | undefined> = []
  for (const [i, node] of [...writer.declarations.keys()].entries()) runs[node.id] = made[i]
  const runOf = (node: Node): Run | undefined =>
    runs[node.id] ?? (node.same ? (runs[node.id] = leafOf(node)) : undefined)
  return runOf
}
