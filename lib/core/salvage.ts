import type { Path } from './issue.js'
export const wholeElements = (_t: string, _p: Path): ReadonlyArray<unknown> | undefined => []
