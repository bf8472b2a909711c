/** Finds the examples of the documentation: `@example` blocks of the sources, `ts` blocks of the README and of pages that are programs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

// -- model

export interface DocsExample {
  /** Where it stands: `lib/core/errors/model-text.ts:61`. */
  readonly where: string
  readonly source: string
}

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

// -- finding

const COMMENT = /\/\*\*[\s\S]*?\*\//g
const EXAMPLE_TAG = /^[^\S\n]*\*[^\S\n]*@example\b.*\n((?:(?![^\S\n]*\*[^\S\n]*@\w)[^\n]*\n?)*)/gm
const FENCE = /^```(?:ts|typescript)[^\n]*\n([\s\S]*?)^```/gm

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
    source: (fence[1] ?? '').trim()
  }))

// The other pages show parts of programs.
const PAGES = [
  'README.md',
  'docs/getting-started.md',
  'docs/tutorial.md',
  'docs/recipes.md',
  'docs/calibration.md',
  'docs/test-your-tools.md',
  'docs/adapters.md',
  'docs/results.md'
]

/** All examples of `lib`, of the README, and of the pages whose blocks are whole programs. */
export const findExamples = (): ReadonlyArray<DocsExample> => {
  const sources = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
  const fromSources = sources.flatMap((file) =>
    examplesInSource(join('lib', file).split(sep).join('/'), readFileSync(join(ROOT, 'lib', file), 'utf8'))
  )
  const pages = PAGES.filter((page) => existsSync(join(ROOT, page)))
  return [...fromSources, ...pages.flatMap((page) => examplesInPage(page, readFileSync(join(ROOT, page), 'utf8')))]
}
