/** Decodes text by the headers of its response. */

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
