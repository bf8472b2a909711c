/**
 * Finds the examples of the documentation: `@example` blocks of the sources, and the `ts` blocks of all pages, which
 * are programs or, where they say so, parts of one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

// -- model

export interface DocsExample {
  /** Where it stands: `lib/core/errors/model-text.ts:61`. */
  readonly where: string
  readonly source: string
  /** The program that it is a part of: the block opens with `ts of spec/sdk/src/examples/ai-sdk.ts`. */
  readonly of?: string
}

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

// -- finding

const COMMENT = /\/\*\*[\s\S]*?\*\//g
const EXAMPLE_TAG = /^[^\S\n]*\*[^\S\n]*@example\b.*\n((?:(?![^\S\n]*\*[^\S\n]*@\w)[^\n]*\n?)*)/gm
const FENCE = /^```(?:ts|typescript)(?: of (\S+))?[^\n]*\n([\s\S]*?)^```/gm

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

const unmargin = (body: string): string =>
  body
    .replace(/\*\/\s*$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim()

const unfence = (source: string): string => /^```\w*\n([\s\S]*?)\n```$/.exec(source)?.[1] ?? source

/** Every `@example` of a source text; fenced or not. */
export const examplesInSource = (file: string, text: string): ReadonlyArray<DocsExample> =>
  [...text.matchAll(COMMENT)].flatMap((comment) =>
    [...comment[0].matchAll(EXAMPLE_TAG)].map((tag) => ({
      where: `${file}:${lineAt(text, comment.index + tag.index)}`,
      source: unfence(unmargin(tag[1] ?? ''))
    }))
  )

/** Every `ts` block of a page. */
export const examplesInPage = (file: string, text: string): ReadonlyArray<DocsExample> =>
  [...text.matchAll(FENCE)].map((fence) => ({
    where: `${file}:${lineAt(text, fence.index)}`,
    source: (fence[2] ?? '').trim(),
    ...(fence[1] === undefined ? {} : { of: fence[1] })
  }))

/** The pages that people read. */
export const PAGES: ReadonlyArray<string> = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
]

/** All examples of `lib` and of the pages. */
export const findExamples = (): ReadonlyArray<DocsExample> => {
  const sources = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
  const fromSources = sources.flatMap((file) =>
    examplesInSource(join('lib', file).split(sep).join('/'), readFileSync(join(ROOT, 'lib', file), 'utf8'))
  )
  return [...fromSources, ...PAGES.flatMap((page) => examplesInPage(page, readFileSync(join(ROOT, page), 'utf8')))]
}
