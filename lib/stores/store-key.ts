/** What a store calls turns and calls by: digests, so that neither arguments nor ids of users stand in it in clear. */
import { sha256 } from '#platform'

/** 128 bits in hexadecimal: short enough for the packed encodings of a store, and no two turns or calls will ever share one. */
export const storeKey = (text: string): string => sha256(text).slice(0, 32)
