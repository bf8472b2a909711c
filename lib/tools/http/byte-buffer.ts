/** Gathers bytes up to a cap; a body that comes byte by byte costs no more memory than one that comes at once. */

export interface ByteBuffer {
  readonly length: number
  /** False, and nothing is kept of the chunk, where it would go over the cap. */
  readonly append: (chunk: Uint8Array) => boolean
  readonly bytes: () => Uint8Array
}

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
    bytes: () => store.slice(0, length)
  }
}
