/**
 * Holds the insides of SDKs on which an adapter depends: each name that its `sdk-insides.ts` exports has specs here,
 * which fail when the installed SDK no longer behaves so. Another version alone fails nothing, and is noted loudly.
 */
import { expect } from 'chai'
import { readFileSync } from 'node:fs'

interface Seen {
  readonly name: string
  readonly version: string
}

/** What holds of one of the insides, by sentences that finish its name. */
type Specs = Readonly<Record<string, () => unknown>>

const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const installed = (name: string): string =>
  (JSON.parse(readText(`../../node_modules/${name}/package.json`)) as { readonly version: string }).version

const sourceOf = (adapter: string): string => `lib/adapters/${adapter}/sdk-insides.ts`

const seenIn = (comment: string): ReadonlyArray<Seen> => {
  const [, after = ''] = comment.replace(/\s*\n\s*\*\s*/g, ' ').split('Last seen with ')
  return [...after.matchAll(/`([^`]+)` (\d+\.\d+\.\d+)/g)].map(([, name = '', version = '']) => ({ name, version }))
}

// The comments of the source say with which versions each was last seen.
const seenBy = (adapter: string): ReadonlyMap<string, ReadonlyArray<Seen>> =>
  new Map(
    [
      ...readText(`../../../../${sourceOf(adapter)}`).matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+)/g)
    ].map(([, comment = '', name = '']) => [name, seenIn(comment)])
  )

const noteOthers = (adapter: string, all: ReadonlyArray<Seen>): void => {
  for (const { name, version } of new Map(all.map((seen) => [JSON.stringify(seen), seen])).values()) {
    const now = installed(name)
    if (now !== version)
      process.stderr.write(
        `\n    NOTE: ${name} ${now} is installed, and ${sourceOf(adapter)} was last seen with ${version}. If these specs pass, write ${now} there.\n`
      )
  }
}

/** Runs the specs of each of an adapter's insides. */
export const holdsInsides = <Insides extends object>(
  adapter: string,
  insides: Insides,
  specs: { readonly [Name in keyof Insides]: Specs }
): void => {
  const seen = seenBy(adapter)
  const said = (name: string): string => (seen.get(name) ?? []).map((one) => `${one.name} ${one.version}`).join(', ')

  describe(`${adapter}, inside the SDK`, () => {
    after(() => noteOthers(adapter, [...seen.values()].flat()))

    it('is last seen with a version that the source names', () => {
      expect(Object.keys(insides).filter((name) => said(name) === '')).to.deep.equal([])
    })

    for (const [name, sentences] of Object.entries<Specs>(specs)) {
      describe(`${name}, last seen with ${said(name)}`, () => {
        for (const [sentence, run] of Object.entries(sentences)) it(sentence, run as () => Promise<void>)
      })
    }
  })
}
