/**
 * The versions of the SDKs: the adapters' refusals, the optional peers and docs/frameworks.md name the same, and the
 * specs run the oldest and a newest.
 */
import { expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallForm } from '../lib/toolset/call-form.js'
import { ROOT } from './helpers/docs-examples.js'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Package {
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>
}

const { peerDependencies, peerDependenciesMeta } = JSON.parse(read('package.json')) as Package

// What no adapter is for.
const OTHERS = new Set(['@opentelemetry/api', 'fp-ts', 'io-ts'])
const sdks = Object.entries(peerDependencies).filter(([name]) => !OTHERS.has(name))

// Of this one the older version is refused.
const REFUSED = { '@mastra/core': '0.24.9' }

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      { readonly name?: string; readonly version?: string; readonly devDependencies?: Readonly<Record<string, string>> }
    >
  >
}

/** By package, the versions that the specs of SDKs install, those under an alias too. */
const installed = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const versions = new Map<string, Array<string>>()
  for (const folder of ['spec/sdk', 'spec/sdk-previous']) {
    const { packages } = JSON.parse(read(`${folder}/package-lock.json`)) as Lock
    for (const key of Object.keys(packages['']?.devDependencies ?? {})) {
      const { name = key, version = '' } = packages[`node_modules/${key}`] ?? {}
      versions.set(name, [...(versions.get(name) ?? []), version])
    }
  }
  return versions
}

const partsOf = (version: string): ReadonlyArray<number> => version.split('.').map(Number)

const isBelow = (one: string, other: string): boolean => {
  const [a, b] = [partsOf(one), partsOf(other)]
  const i = [0, 1, 2].find((at) => (a[at] ?? 0) !== (b[at] ?? 0))
  return i !== undefined && (a[i] ?? 0) < (b[i] ?? 0)
}

const contains = (range: string, version: string): boolean =>
  range.split(' || ').some((part) => {
    const [, from = '', to = ''] = /^>=(\S+) <(\S+)$/.exec(part) ?? []
    return !isBelow(version, from) && isBelow(version, to)
  })

describe('the versions of SDKs', () => {
  it('are what each adapter says that it serves', async () => {
    const said = new Map<string, Set<string>>()
    for (const adapter of readdirSync(join(ROOT, 'lib/adapters'))) {
      const forms = Object.values(
        (await import(`../lib/adapters/${adapter}/form.js`)) as Readonly<Record<string, CallForm>>
      )
      expect(forms, adapter).not.to.deep.equal([])
      for (const [name, range] of forms.flatMap((form) => Object.entries(form.sdks)))
        said.set(name, (said.get(name) ?? new Set()).add(range))
    }
    expect([...said.keys()].sort()).to.deep.equal(sdks.map(([name]) => name))
    for (const [name, range] of sdks) {
      const parts = [...(said.get(name) ?? [])]
      expect(parts, name).to.include(range)
      // Of one package an adapter's parts may serve less.
      expect(parts.filter((part) => !range.includes(part))).to.deep.equal([])
    }
  })

  it('are optional peers, and nothing else that the library does not load is a peer', () => {
    const optional = Object.entries(peerDependenciesMeta).filter(([, meta]) => meta.optional)
    expect(optional.map(([name]) => name)).to.deep.equal([...sdks.map(([name]) => name), '@opentelemetry/api'].sort())
    const { packages } = JSON.parse(read('package-lock.json')) as { readonly packages: object }
    expect(sdks.filter(([name]) => `node_modules/${name}` in packages)).to.deep.equal([])
  })

  it('run in the specs, the oldest and one of the newest major', () => {
    const versions = installed()
    for (const [name, range] of sdks) {
      const those = versions.get(name) ?? []
      const oldest = /^>=(\S+)/.exec(range)?.[1]
      const refused = Object.entries(REFUSED).find(([one]) => one === name)?.[1]
      expect(those, name).to.include(refused ?? oldest)
      const newest = [...those].sort((a, b) => (isBelow(a, b) ? -1 : 1)).at(-1) ?? ''
      const beyond = /<(\d+)(?!.*<)/.exec(range)?.[1]
      expect(partsOf(newest)[0], name).to.equal(Number(beyond) - 1)
      expect(those.filter((version) => !contains(range, version))).to.deep.equal(refused === undefined ? [] : [refused])
    }
  })

  it('stand in docs/frameworks.md', () => {
    const page = read('docs/frameworks.md')
    const shown = ([name, range]: readonly [string, string]): ReadonlyArray<string> => {
      const [first = '', ...others] = range.split(' || ')
      return [`\`${name} ${first}\``, ...others.map((other) => `\`${other}\``)]
    }
    const absent = sdks.flatMap(shown).filter((each) => !page.includes(each))
    expect(absent).to.deep.equal([])
  })
})
