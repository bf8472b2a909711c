/** The copies of the loops that nodes can have for their own. After compilation there is one; the build makes them many. */
import { block, copy, items } from './stamp.js'

/** Each is given away once. */
export const blocks: Array<typeof block> = [block]
export const itemLoops: Array<typeof items> = [items]
export const copies: Array<typeof copy> = [copy]
