/** Finds the data of a Secret of Kubernetes in YAML, whatever their names, also where its kind stands behind them. */
import type { Span } from './seen-text.js'

// -- model

/** A mapping whose end has not come. */
interface OpenMapping {
  readonly indent: number
  isSecret: boolean
  /** Whether the lines that are indented further are data. */
  isAtData: boolean
  readonly values: Array<Span>
}

/** Whether an object of this kind holds secrets. */
export const isVaultKind = (kind: unknown): boolean => kind === 'Secret' || kind === 'SecretList'

/** Whether a field of such an object holds them. */
export const isVaultField = (plain: string): boolean => plain === 'data' || plain === 'stringdata'

// -- lines

const LINE = /[^\r\n]+/g
const INDENT = /^ {0,200}(?:- {1,8}){0,4}/
const FIELD = /^["']?([\w.-]{1,80})["']?:(?: {1,40}|$)/
const KIND = /^kind: {1,8}["']?(\w{1,20})["']?\s{0,8}(?:#|$)/
// An anchor, the mark of a block, a comment: nothing of a value.
const NO_VALUE = /^(?:[|>][+-]?\d?\s{0,8})?(?:#.*)?$/
const AROUND = /^[\s"'{]{0,8}/

const valueOf = (line: string, start: number): Span | undefined => {
  const field = FIELD.exec(line)
  const from = field?.[0].length ?? 0
  const value = line.slice(from)
  if (NO_VALUE.test(value)) return undefined
  const before = AROUND.exec(value)?.[0].length ?? 0
  const text = value.slice(before).replace(/[\s"'}]{1,8}$/, '')
  return { start: start + from + before, end: start + from + before + text.length }
}

/** Finds what stands below `data` and `stringData` of a Secret. */
export const findInManifests = (text: string): ReadonlyArray<Span> => {
  if (!/\bkind: {1,8}["']?Secret/.test(text)) return []
  const found: Array<Span> = []
  const open: Array<OpenMapping> = []
  const close = (indent: number): void => {
    for (let last = open.at(-1); last !== undefined && last.indent >= indent; last = open.at(-1)) {
      if (last.isSecret) found.push(...last.values)
      open.pop()
    }
  }
  for (const { 0: whole, index } of text.matchAll(LINE)) {
    const dashes = INDENT.exec(whole)?.[0] ?? ''
    const indent = dashes.length
    const line = whole.slice(indent)
    if (/^(?:---|#|$)/.test(line)) {
      if (line.startsWith('---')) close(0)
      continue
    }
    const data = open.find((one) => one.isAtData && one.indent < indent)
    if (data !== undefined) {
      const value = valueOf(line, index + indent)
      if (value !== undefined && value.end > value.start) data.values.push(value)
      continue
    }
    close(dashes.includes('-') ? dashes.indexOf('-') + 1 : indent + 1)
    if (open.at(-1)?.indent !== indent) open.push({ indent, isSecret: false, isAtData: false, values: [] })
    const mapping = open.at(-1)
    if (mapping === undefined) continue
    const field = FIELD.exec(line)?.[1] ?? ''
    mapping.isAtData = isVaultField(field.toLowerCase())
    const inline = mapping.isAtData ? valueOf(line, index + indent) : undefined
    if (inline !== undefined && inline.end > inline.start) mapping.values.push(inline)
    if (isVaultKind(KIND.exec(line)?.[1])) mapping.isSecret = true
  }
  close(0)
  return found.toSorted((a, b) => a.start - b.start)
}
