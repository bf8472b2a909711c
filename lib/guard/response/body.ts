/** The body of a response: how much of it is read, how it ended, and its text by the headers. */

// -- model

/**
 * How a body ended: `whole`; `cut`, the connection ended before it; `torn`, its compression ends before its end;
 * `damaged`, its compression is invalid; `unreadable`, in a coding that was never asked for; `too_large`; `unread`,
 * nobody asked for more of it; `unmarked`, it ended with its connection, and nothing had said where it would.
 */
export type BodyEnd = 'whole' | 'unmarked' | 'cut' | 'torn' | 'damaged' | 'unreadable' | 'too_large' | 'unread'

// -- how much

// The body of an error is read for its words and for what it says of the effect: not for long, and no endless one.
export const PEEK = { bytes: 65_536, ms: 250 } as const

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

// -- as text

/** By their names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string | undefined>>

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)"?/i

const labelOf = (contentType: string | undefined, bytes: Uint8Array): string | undefined => {
  const declared = CHARSET.exec(contentType ?? '')?.[1]?.toLowerCase()
  // WHATWG reads a bare `utf-16` as little-endian, whatever the byte order mark says.
  return declared === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : declared
}

// WHATWG reads US-ASCII as windows-1252; bytes beyond it contradict the label, so the label says nothing.
const ASCII: ReadonlySet<string> = new Set(['ascii', 'us-ascii', 'utf-8', 'utf8'])

/** Text where another charset than UTF-8 is declared, known and kept to; else the bytes, for the guard to read. */
export const decodeText = (contentType: string | undefined, bytes: Uint8Array): Uint8Array | string => {
  const label = labelOf(contentType, bytes)
  if (label === undefined || ASCII.has(label)) return bytes
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return bytes
  }
}
