import type { Path } from './issue.js'
export const findUnsafeIntegers = (_t: string): ReadonlyArray<{ path: Path; kind: 'integer' | 'overflow' }> => []
