/**
 * The entries of the tables in a module: words, elements, alternatives of expressions and cases of a switch, each with
 * the source without it.
 */
import { RegExpParser, type AST } from '@eslint-community/regexpp'
import ts from 'typescript'

export interface Entry {
  readonly line: number
  readonly text: string
  /** The module without the entry. */
  readonly without: string
}

interface Span {
  readonly from: number
  readonly to: number
}

// -- one of several: with the separator that follows it, or the one before it

const oneOf = (spans: ReadonlyArray<Span>, at: number): Span => {
  const [span, next, before] = [spans[at] as Span, spans[at + 1], spans[at - 1]]
  if (next !== undefined) return { from: span.from, to: next.from }
  return { from: before?.to ?? span.from, to: span.to }
}

// -- of an expression

const alternativesOf = (pattern: AST.Node): ReadonlyArray<ReadonlyArray<AST.Alternative>> => {
  const inside = 'alternatives' in pattern ? pattern.alternatives : []
  const below =
    'elements' in pattern
      ? pattern.elements.flatMap((one) => alternativesOf(one as AST.Node))
      : 'element' in pattern
        ? alternativesOf(pattern.element)
        : inside.flatMap(alternativesOf)
  return inside.length > 1 ? [inside as ReadonlyArray<AST.Alternative>, ...below] : below
}

const inExpression = (source: string, isLiteral: boolean): ReadonlyArray<ReadonlyArray<Span>> => {
  try {
    const parser = new RegExpParser()
    const pattern = isLiteral ? parser.parseLiteral(source).pattern : parser.parsePattern(source)
    return alternativesOf(pattern).map((all) => all.map(({ start, end }) => ({ from: start, to: end })))
  } catch {
    // A text that is no expression.
    return []
  }
}

// -- of a text

const WORDS = /^[\w$-]+(?:\s+[\w$-]+)+$/

const wordsIn = (text: string): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  for (const { index, 0: word } of text.matchAll(/\S+/g)) spans.push({ from: index, to: index + word.length })
  return spans
}

// -- of a module

const isEntry = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isNumericLiteral(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isObjectLiteralExpression(node) ||
  ts.isArrayLiteralExpression(node)

const isSplit = (node: ts.Node): boolean => {
  let at: ts.Node = node
  while (!ts.isSourceFile(at.parent) && !ts.isBlock(at.parent)) at = at.parent
  return /\b(?:split|wordSet)\(/.test(at.getText())
}

/** Groups of places of which one at a time can be left out. */
const groupsAt = (node: ts.Node): ReadonlyArray<ReadonlyArray<Span>> => {
  const shifted = (groups: ReadonlyArray<ReadonlyArray<Span>>, by: number) =>
    groups.map((group) => group.map(({ from, to }) => ({ from: from + by, to: to + by })))
  if (ts.isRegularExpressionLiteral(node)) return shifted(inExpression(node.text, true), node.getStart())
  if (ts.isStringLiteralLike(node)) {
    const raw = node.getText().slice(1, -1)
    if (WORDS.test(raw)) return isSplit(node) ? shifted([wordsIn(raw)], node.getStart() + 1) : []
    // The source of an expression that is put together.
    return /[|]/.test(raw) ? shifted(inExpression(raw, false), node.getStart() + 1) : []
  }
  if (
    ts.isArrayLiteralExpression(node) &&
    node.elements.length > 1 &&
    node.elements.every((one) => isEntry(one) && one.kind === node.elements[0]?.kind)
  )
    return [node.elements.map((one) => ({ from: one.getStart(), to: one.getEnd() }))]
  return []
}

// `case 401:` before another case loses its label alone; a case of its own goes whole.
const casesOf = ({ clauses }: ts.CaseBlock): ReadonlyArray<Span> =>
  clauses.flatMap((clause, i) => {
    if (!ts.isCaseClause(clause)) return []
    const [first] = clause.statements
    const sharesStatements = clauses[i - 1]?.statements.length === 0
    const to = first === undefined || !sharesStatements ? clause.getEnd() : first.getStart()
    return [{ from: clause.getStart(), to }]
  })

/** Finds the entries of a module, in their order. */
export const entriesIn = (source: string): ReadonlyArray<Entry> => {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, true)
  const entries: Array<Entry> = []
  const add = ({ from, to }: Span, { from: start, to: end }: Span): unknown =>
    end > start &&
    entries.push({
      line: file.getLineAndCharacterOfPosition(start).line + 1,
      text: source.slice(start, end).trimEnd(),
      without: source.slice(0, from) + source.slice(to)
    })
  const see = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    for (const group of groupsAt(node)) for (const [i, span] of group.entries()) add(oneOf(group, i), span)
    if (ts.isCaseBlock(node)) for (const span of casesOf(node)) add(span, span)
    ts.forEachChild(node, see)
  }
  see(file)
  return entries
}
