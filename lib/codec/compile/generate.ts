/** Generates the functions of nodes, where a process may generate code. */
import * as t from 'io-ts'
import { Writer, type Node } from './node.js'
import { FAIL, type Memo, type Run } from './run.js'

/** Makes a function of a text. */
export const functionOf = (
  names: ReadonlyArray<string>,
  body: string
): ((...values: ReadonlyArray<unknown>) => unknown) =>
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  new Function(...names, `"use strict";\n${body}`) as (...values: ReadonlyArray<unknown>) => unknown

let allowed: boolean | undefined

/** Whether this process may generate code: a content security policy or a flag may forbid it. Tried once. */
export const mayGenerate = (): boolean => {
  if (allowed === undefined) {
    try {
      allowed = functionOf([], 'return true')() === true
    } catch {
      allowed = false
    }
  }
  return allowed
}

/** Gives a node and all beneath it their functions, but those that lie inside the text of others. */
export const generate = (root: Node, memo: Memo): void => {
  const writer = new Writer(memo)
  writer.functionOf(root)
  const nodes = [...writer.functions.keys()]
  const body = [
    'const { isArray } = Array, { hasOwn } = Object;',
    `const [${writer.constants.map((_, i) => `d${i}`).join(', ')}] = values;`,
    ...writer.functions.values(),
    `return [${nodes.map(({ id }) => `n${id}`).join(', ')}];`
  ].join('\n')
  const runs = functionOf(['FAIL', 'enter', 'values'], body)(
    FAIL,
    t.appendContext,
    writer.constants
  ) as ReadonlyArray<Run>
  for (const [i, node] of nodes.entries()) node.run = runs[i]!
}
