/** How much of a body is read, how it ended, and what was gathered of it. */

// -- model

/**
 * How a body ended: `whole`; `cut`, the connection ended before it; `torn`, its compression ends before its end; `damaged`, its compression is invalid;
 * `unreadable`, in a coding that was never asked for; `too_large`; `unread`, nobody asked for more of it.
 */
export type BodyEnd = 'whole' | 'cut' | 'torn' | 'damaged' | 'unreadable' | 'too_large' | 'unread'

// -- how much

// The body of an error is looked at for signs of throttling only: its beginning, and not for long.
export const PEEK = { bytes: 4096, ms: 250 } as const

type ReadExtent = 'all' | 'beginning' | 'nothing'

export const wantedOf = (status: number, method: string): ReadExtent => {
  if (method === 'HEAD' || status === 204 || status === 205 || (status >= 300 && status < 400)) return 'nothing'
  return status >= 200 && status < 300 ? 'all' : 'beginning'
}

// -- gathering

interface ByteBuffer {
  readonly length: number
  /** False, and nothing is kept of the chunk, where it would go over the cap. */
  readonly append: (chunk: Uint8Array) => boolean
  readonly bytes: () => Uint8Array
}

/** Gathers bytes up to a cap; a body that comes byte by byte costs no more memory than one that comes at once. */
export const byteBuffer = (maxBytes: number): ByteBuffer => {
  let store = new Uint8Array(0)
  let length = 0
  return {
    get length() {
      return length
    },
    append(chunk) {
      if (length + chunk.length > maxBytes) return false
      if (length + chunk.length > store.length) {
        const grown = new Uint8Array(Math.min(maxBytes, Math.max(4096, store.length * 2, length + chunk.length)))
        grown.set(store.subarray(0, length))
        store = grown
      }
      store.set(chunk, length)
      length += chunk.length
      return true
    },
    bytes: () => store.subarray(0, length)
  }
}
