/** The shape of a result: its paths, their types, and how long its lists are. */
import { isFields } from '../core/foreign/index.js'
import { isMap } from '../core/json/index.js'
import { count } from '../core/errors/index.js'
import { fitting } from './items.js'
import { linesOf } from './lines.js'
import { pathBelow } from './path.js'

const MAX_PATHS = 40
const MAX_DEPTH = 6
// Records whose fields are never the same two times.
const MAX_NODES = 2_000
const MAX_MARK = 40

/** What stands at one path, in all elements and entries above it. */
interface ShapeNode {
  /** Each type, with the size that all of it have, if they do. */
  readonly types: Map<string, string>
  times: number
  readonly fields: Map<string, ShapeNode>
  elements?: ShapeNode
  entries?: ShapeNode
}

const newNode = (): ShapeNode => ({ types: new Map(), times: 0, fields: new Map() })

const note = ({ types }: ShapeNode, type: string, sizeOf: () => string): void => {
  const known = types.get(type)
  if (known === undefined) types.set(type, sizeOf())
  else if (known !== '' && known !== sizeOf()) types.set(type, '')
}

const noSize = (): string => ''

/** All of a value as one tree; whether some of it was left out. */
const treeOf = (data: unknown): { readonly root: ShapeNode; readonly isPartial: boolean } => {
  let nodes = 1
  let isPartial = false
  const added = (): ShapeNode | undefined => {
    isPartial ||= nodes === MAX_NODES
    return isPartial ? undefined : (nodes++, newNode())
  }
  const visitFields = (value: object, node: ShapeNode): void => {
    for (const [key, field] of Object.entries(value)) {
      const below = node.fields.get(key) ?? added()
      if (below === undefined) continue
      node.fields.set(key, below)
      visit(field, below)
    }
  }
  const visitAll = (values: ReadonlyArray<unknown>, node: ShapeNode, kind: 'elements' | 'entries'): void => {
    const below = values.length === 0 ? undefined : (node[kind] ?? added())
    if (below === undefined) return
    node[kind] = below
    for (const one of values) visit(one, below)
  }
  const visit = (value: unknown, node: ShapeNode): void => {
    node.times += 1
    if (Array.isArray(value)) {
      note(node, 'list', () => ` of ${value.length}`)
      visitAll(value, node, 'elements')
    } else if (typeof value === 'string' && value.includes('\n'))
      note(node, 'text', () => ` of ${count(linesOf(value).length, 'line')}`)
    else if (isFields(value)) {
      const map = isMap(value)
      note(node, 'record', map ? () => ` of ${Object.keys(value).length}` : noSize)
      if (map) visitAll(Object.values(value), node, 'entries')
      else visitFields(value, node)
    } else note(node, value === null ? 'null' : typeof value, noSize)
  }
  const root = newNode()
  visit(data, root)
  return { root, isPartial }
}

/**
 * The paths of a value with their types, as many as fit; `[]` stands for any element, `*` for any entry of a map, and
 * `?` marks what some lack. `…` says how many paths there are more.
 */
export const resultShape = (data: unknown, chars = Infinity): Readonly<Record<string, string>> => {
  const { root, isPartial } = treeOf(data)
  const paths: Array<[string, string]> = []
  let all = 0
  const list = (node: ShapeNode, path: string, depth: number, some: boolean): void => {
    const { types, times, fields, elements, entries } = node
    const [[, size = ''] = []] = types
    // Records are said by their fields.
    const isSaid = path !== '' && fields.size > 0 && types.size === 1 && size === '' && types.has('record')
    if (!isSaid) {
      all += 1
      const type = types.size === 1 ? [...types].flat().join('') : [...types.keys()].join(' or ')
      if (depth <= MAX_DEPTH && paths.length < MAX_PATHS)
        paths.push([path === '' ? '$' : path, `${type}${some ? '?' : ''}`])
    }
    if (elements !== undefined) list(elements, `${path}[]`, depth + 1, false)
    if (entries !== undefined) list(entries, path === '' ? '*' : `${path}.*`, depth + 1, false)
    for (const [key, field] of fields)
      list(field, pathBelow(path, key), depth + 1, field.times < times || (some && isSaid))
  }
  list(root, '', 0, false)
  const shown = fitting(paths, chars - MAX_MARK)
  const left = all - shown.length
  return Object.fromEntries(
    left === 0 && !isPartial ? shown : [...shown, ['…', `${isPartial ? 'more than ' : ''}${count(left, 'more path')}`]]
  )
}
