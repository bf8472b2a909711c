/** Everything that is fuzzed. */
import { argumentKeys } from './argument-keys.js'
import { explaining } from './explaining.js'
import { histories } from './histories.js'
import { reading } from './reading.js'
import type { Target } from './target.js'

export const TARGETS: ReadonlyArray<Target> = [reading, explaining, histories, argumentKeys]
