/** No regular expression of the library takes more than linear time, whatever text it meets. */
import { expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import { attacksOn } from './helpers/attacks-on.js'
import { fastestMs } from './helpers/fastest-ms.js'
import { share, TENTH } from './helpers/runs.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

interface Found {
  readonly path: string
  readonly pattern: RegExp
}

// -- the expressions of lib: those that stand in its files, and those that its files put together when they are loaded

const paths = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `lib/${path}`)
  .sort()

const literalsOf = (path: string, text: string): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  const see = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ path, pattern: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) })
    }
    ts.forEachChild(node, see)
  }
  see(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return found
}

// Loaded once more, under another name, while whoever asks for a `RegExp` is overheard.
const builtBy = async (path: string): Promise<ReadonlyArray<Found>> => {
  const found: Array<Found> = []
  const Own = globalThis.RegExp
  globalThis.RegExp = new Proxy(Own, {
    construct: (target, [source, flags]: [string, string | undefined]) => {
      const pattern = new target(source, flags)
      found.push({ path, pattern })
      return pattern
    }
  })
  try {
    await import(`${pathToFileURL(join(ROOT, 'built', path.replace(/ts$/, 'js'))).href}?overheard`)
  } finally {
    globalThis.RegExp = Own
  }
  return found
}

const everyExpression = async (): Promise<ReadonlyArray<Found>> => {
  const found: Array<Found> = []
  for (const path of paths) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    found.push(...literalsOf(path, text))
    if (text.includes('new RegExp(')) found.push(...(await builtBy(path)))
  }
  return [...new Map(found.map((one) => [`${one.path} ${String(one.pattern)}`, one])).values()]
}

// -- those that only ever see a short text, and how long it is at most

const SHORT: Readonly<Record<string, number>> = {
  // A longer number stays as it is written.
  'lib/operate/proxy/exact-json.ts': 1_000,
  // Names are cut by `plain`.
  'lib/core/pages/words.ts': 100,
  // A longer pattern is refused.
  'lib/codec/json-schema/linear-pattern.ts': 2_000,
  // No more than the beginning is looked at.
  'lib/core/failure/xml.ts': 4_000,
  'lib/core/failure/text.ts': 2_000,
  'lib/core/failure/openings.ts': 2_000,
  'lib/core/json/other-formats.ts': 4_096,
  // Cut to 600, before words are set apart.
  'lib/core/failure/words.ts': 1_200
}

// -- attacks

// Small steps first: what grows exponentially would never come back from a long text, and what is quadratic shows long
// before the longest.
const SMALL = [16, 20, 24, 28, 32, 64, 256]
const MIDDLE = [...SMALL, 2_048, 8_192]
const SIZES = [...MIDDLE, 49_152]

// A slow machine makes a linear expression take longer, and not grow faster: a quadratic one takes sixteen times as
// long for four times as much. What takes three times as long as a fast one may is slow however it grows.
const LOOKED_AT_MS = 20
const GROWTH = 8
const SLOW_MS = 60

// `everywhere` is compiled once, and has the flag `g`.
const isSlow = (everywhere: RegExp, of: (size: number) => string, size: number): boolean => {
  const msOf = (text: string): number => fastestMs(() => text.replace(everywhere, ''), 2)
  const ms = msOf(of(size))
  return ms > LOOKED_AT_MS && (ms > SLOW_MS || ms > GROWTH * msOf(of(Math.floor(size / 4))))
}

const slowBy = ({ path, pattern }: Found, sizes: ReadonlyArray<number> = SIZES): string | undefined => {
  const longest = SHORT[path] ?? Infinity
  const everywhere = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`)
  for (const attack of attacksOn(pattern)) {
    const textOf = (size: number): string => attack.of(size).slice(0, longest)
    const isSlowAt = (size: number): boolean => isSlow(everywhere, textOf, Math.min(size, longest))
    // What else runs may slow one look down: what is slow is so each time.
    const size = sizes.find((one) => isSlowAt(one) && isSlowAt(one))
    if (size !== undefined) return `${path}: ${String(pattern)} at ${size} of ${attack.name}`
  }
  return undefined
}

describe('the regular expressions of the library', () => {
  it('take linear time for every text', async () => {
    const expressions = await everyExpression()
    expect(expressions.length).to.be.above(150)
    const whole = new Set(share(expressions))
    const slow = expressions.map((one) => slowBy(one, whole.has(one) ? (TENTH ? MIDDLE : SIZES) : SMALL))
    expect(slow.filter((found) => found !== undefined)).to.deep.equal([])
  }).timeout(300_000)

  it('would be caught if they did not', () => {
    const careless = [/(a+)+$/, /0+$/, /^\s*(\w+\s?)*$/, /"(?:[^"\\]|\\.)*"/, /<!--[\s\S]*?-->/]
    // Longer than those that are looked at, since a machine that seems slow beside others takes less than it says.
    const sizes = [...SIZES, 196_608]
    expect(careless.filter((pattern) => slowBy({ path: '', pattern }, sizes) === undefined)).to.deep.equal([])
  }).timeout(300_000)
})
