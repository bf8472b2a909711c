/** The engines live in a folder of their own, with a lockfile of its own: typed here by as much of them as is used. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from '../../helpers/docs-examples.js'

const FOLDER = join(ROOT, 'examples/engines')

export const areInstalled = (): boolean => existsSync(join(FOLDER, 'node_modules'))

const requireThere = createRequire(join(FOLDER, 'package.json'))

/** Loads a package of that folder. */
export const load = (name: string): unknown => requireThere(name)

/** The path of a file of its packages. */
export const resolve = (name: string): string => requireThere.resolve(name)
