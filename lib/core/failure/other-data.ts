/** Reads XML, a form and lines of `key: value` as the data that they would be in JSON. */
import { isFields, type Fields } from '../foreign/fields.js'
import { dataOf } from '../json/read.js'
import { isForPeople } from './web-pages.js'

type Pair = readonly [key: string, value: unknown]

/** A name that is repeated holds a list. */
const fieldsOf = (pairs: ReadonlyArray<Pair>): Fields => {
  const found = Object.create(null) as Record<string, Array<unknown>>
  for (const [key, value] of pairs) (found[key] ??= []).push(value)
  return Object.fromEntries(Object.entries(found).map(([key, all]) => [key, all.length > 1 ? all : all[0]]))
}

const scalarOf = (text: string): unknown => dataOf(text.trim())

// -- XML

const TOKEN =
  /[^<]+|<!\[CDATA\[((?:(?!\]\]>)[^])*)\]\]>|<!--(?:(?!-->)[^])*-->|<[!?][a-z][^>]*>|<(\/?)([^\s<>/="'!?]+)(?=[\s/>])((?:[^"'<>]|"[^"]*"|'[^']*')*)>/giy
const ATTRIBUTE = /(?<=\s)([\w.:-]{1,100})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g
const OF_XML = /^(?:xml|xmlns|xsi)(?:$|:)/
const MEANT: Readonly<Record<string, string>> = { quot: '"', '#34': '"', lt: '<', gt: '>', amp: '&' }

const localName = (name: string): string => name.replace(/^.*:/, '')

const meant = (text: string): string => text.replace(/&(quot|#34|lt|gt|amp);/g, (_, name: string) => MEANT[name] ?? '')

const attributesIn = (tag: string): ReadonlyArray<Pair> =>
  [...tag.matchAll(ATTRIBUTE)]
    .filter(([, name = '']) => !OF_XML.test(name))
    .map(([, name = '', double, single = '']) => [localName(name), scalarOf(meant(double ?? single))])

type Element = readonly [name: string, pairs: Array<Pair>]

const TEXT = '#text'
const valueOf = (pairs: ReadonlyArray<Pair>): unknown =>
  pairs.every(([key]) => key === TEXT) ? scalarOf(pairs.map(([, text]) => text).join('')) : fieldsOf(pairs)

const isOfError = (name: string): boolean => /(?:error|exception|fault)s?(?:report)?$/i.test(name)

// SOAP's head is of its protocol. Any other root than an error is the response, as braces are.
const withoutRoot = ([name, value]: Pair): unknown => {
  if (!isFields(value) || isOfError(name)) return { [name]: value }
  const { version: _, ...content } = value
  return name === 'Envelope' && isFields(content['Body']) ? content['Body'] : content
}

const close = (open: Array<Element>): string => {
  const [name = '', pairs = []] = open.pop() ?? []
  open.at(-1)?.[1].push([localName(name), valueOf(pairs)])
  return name
}

// Undefined where it is not well-formed. Of an error that was cut, no more than that is missing.
const dataInXml = (xml: string): unknown => {
  const open: Array<Element> = [['', []]]
  let end = 0
  for (const [token, cdata, slash, name = '', tag = ''] of xml.matchAll(TOKEN)) {
    end += token.length
    const text = cdata ?? (token.startsWith('<') ? '' : meant(token))
    if (slash === '') open.push([name, [...attributesIn(tag)]])
    else if (text.trim() !== '') open.at(-1)?.[1].push([TEXT, text])
    if ((slash === '/' || tag.endsWith('/')) && close(open) !== name) return undefined
  }
  const isWhole = open.length === 1
  while (open.length > 1) close(open)
  const [root, ...others] = open[0]?.[1] ?? []
  const isRead = end === xml.length && others.length === 0 && root !== undefined && root[0] !== TEXT
  return isRead && (isWhole || isOfError(root[0])) ? withoutRoot(root) : undefined
}

// -- lines

const LINE = /^\s*(?:- )?(?:([^\s:=[\]{}<>]{1,60}(?: [^\s:=[\]{}<>]{1,60}){0,2})\s?(?::(?=\s|$)|=))?(.*)$/

// Words may stand before them. YAML's levels are read as one, its items under their name.
const pairsIn = (text: string): ReadonlyArray<Pair> => {
  const pairs: Array<Pair> = []
  let last: string | undefined
  for (const line of text.split(/\r?\n/).filter((each) => !/^(?:---|#|\s*$)/.test(each))) {
    const [, key = /^\s*- /.test(line) ? last : undefined, value = ''] = LINE.exec(line) ?? []
    if (key === undefined && last !== undefined) return []
    if (key !== undefined && value.trim() !== '') pairs.push([key, scalarOf(value)])
    last = key
  }
  return pairs
}

// -- any text

const FORM = /^[\w.[\]%-]{1,80}=\S*\s*$/

/**
 * The data in the text of a failure, or in what else came; words and pages stay as they are. Undefined of XML that was
 * cut, or is not well-formed.
 */
export const asData = (body: unknown): unknown => {
  const data = dataOf(body)
  if (typeof data !== 'string' || isForPeople(data)) return data
  const text = data.trim()
  if (text.startsWith('<')) return dataInXml(text)
  if (FORM.test(text)) return fieldsOf([...new URLSearchParams(text)].map(([key, value]) => [key, scalarOf(value)]))
  const pairs = text.includes('\n') ? pairsIn(text) : []
  return pairs.length > 0 ? fieldsOf(pairs) : data
}
