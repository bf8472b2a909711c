/** Who is measured: this library's decoders, io-ts itself, and the libraries installed beneath bench/contestants. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { existsSync, readFileSync } from 'node:fs'
import { compile } from '../lib/codec/compile/compile.js'
import { codecOf } from './codecs.js'
import type { Decode } from './harness.js'
import type { Mode, Neutral } from './schemas.js'

// -- model

interface Contestant<Reader> {
  readonly version: string
  readonly build: (schema: Neutral, mode: Mode) => Reader | Promise<Reader>
}

interface Foreign<Reader> {
  readonly build: Contestant<Reader>['build']
  /** The package whose version counts. */
  readonly library: string
}

const ROOT = new URL('../../', import.meta.url)
const HOME = new URL('bench/contestants/', ROOT)

const versionIn = (folder: URL, library: string): string => {
  const { version } = JSON.parse(readFileSync(new URL(`node_modules/${library}/package.json`, folder), 'utf8')) as {
    readonly version: string
  }
  return version
}

// -- ours

const decodes =
  (codec: t.Decoder<unknown, unknown>): Decode =>
  (value) => {
    const result = codec.decode(value)
    return E.isRight(result) ? { ok: true, value: result.right } : { ok: false, errors: result.left }
  }

const ours: Readonly<Record<string, (codec: t.Mixed) => t.Decoder<unknown, unknown>>> = {
  'guarded-call': (codec) => compile(codec),
  'guarded-call without code generation': (codec) => compile(codec, { codegen: 'never' }),
  'io-ts': (codec) => codec
}

// -- theirs

const foreign: Readonly<Record<string, string>> = {
  ajv: 'ajv',
  'typebox 1': 'typebox',
  'typebox 0.34': 'typebox-legacy',
  zod: 'zod',
  'zod jitless': 'zod-jitless',
  valibot: 'valibot',
  arktype: 'arktype',
  effect: 'effect'
}

export const NAMES: ReadonlyArray<string> = [...Object.keys(ours), ...Object.keys(foreign)]

/** Whether `npm ci --prefix bench/contestants` has been run, without which only ours can be measured. */
export const areInstalled = (): boolean => existsSync(new URL('node_modules/', HOME))

export const HOW_TO_INSTALL = 'Only our own: run `npm ci --prefix bench/contestants` to measure the others.\n'

export const isOurs = (name: string): boolean => name in ours

/** The version of what our own decoders stand on. */
export const ownVersion = (): string => versionIn(ROOT, 'io-ts')

/** Loads a module of bench/contestants. */
export const loadForeign = async <Reader>(module: string): Promise<Contestant<Reader>> => {
  const { build, library } = (await import(new URL(`${module}.mjs`, HOME).href)) as Foreign<Reader>
  return { version: versionIn(HOME, library), build }
}

/** Loads one contestant, and nothing of the others. */
export const load = async (name: string): Promise<Contestant<Decode>> => {
  const make = ours[name]
  if (make !== undefined)
    return { version: ownVersion(), build: (schema, mode) => decodes(make(codecOf(schema, mode))) }
  return loadForeign<Decode>(foreign[name] ?? name)
}
