import type * as t from 'io-ts'
import type { Path } from '../core/issue.js'
export const elementCodecAt = (_c: t.Decoder<unknown, unknown>, _p: string): t.Decoder<unknown, unknown> | undefined => undefined
export const parseSalvagePath = (_p: string): Path => []
export const readsNumber = (_c: t.Decoder<unknown, unknown>, _p: Path): boolean => false
