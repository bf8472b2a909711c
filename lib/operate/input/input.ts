/** Opens the inputs of a command: files and the standard input, compressed or not. */
import { createReadStream } from 'node:fs'
import { pipeline, type Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'

export interface Input {
  readonly gzipped: boolean
  /** Throws a zlib error if compressed data are cut or broken, after all bytes before the fault. */
  readonly bytes: AsyncIterable<Buffer>
  /** Stops reading at any point. */
  readonly close: () => void
}

/** The name of the standard input. */
export const STANDARD_INPUT = '-'

const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b
const isZstd = (head: Buffer): boolean => head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528

type Unpack = (options: { readonly chunkSize: number }) => Transform

const unzstd = (): Unpack => {
  // Node 22.15 and later have it.
  const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: Unpack }
  if (createZstdDecompress === undefined)
    throw new Error(
      `it is compressed with zstd, which Node ${process.versions.node} cannot read. Use Node 22.15 or later, or pipe it: zstdcat … | guarded-call audit -`
    )
  return createZstdDecompress
}

const unpackFor = (head: Buffer): Unpack | undefined =>
  isGzip(head) ? zlib.createGunzip : isZstd(head) ? unzstd() : undefined

/** Whether reading stopped because compressed data are cut or broken. */
export const isTorn = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^Z(?:STD)?_/i.test(String(error.code))

/**
 * Opens a file or the standard input. The first bytes, not the name, show whether it is compressed. `onRead` receives
 * the number of bytes read.
 */
export const openInput = async (path: string, stdin: Readable, onRead: (bytes: number) => void): Promise<Input> => {
  const source = path === STANDARD_INPUT ? stdin : createReadStream(path, { highWaterMark: 1024 ** 2 })
  const chunks = source.iterator() as AsyncIterator<Buffer, undefined>
  const next = async (): Promise<Buffer | undefined> => {
    const { value } = await chunks.next()
    if (value !== undefined) onRead(value.length)
    return value
  }
  let head = Buffer.alloc(0)
  // A pipe may give one byte at a time.
  while (head.length < 4) {
    const chunk = await next()
    if (chunk === undefined) break
    head = Buffer.concat([head, chunk])
  }
  const whole = async function* (): AsyncGenerator<Buffer, void, undefined> {
    yield head
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) yield chunk
  }
  const unpack = unpackFor(head)
  // A failure reaches the reader through the stream itself.
  return {
    gzipped: isGzip(head),
    bytes: unpack === undefined ? whole() : pipeline(whole, unpack({ chunkSize: 1024 ** 2 }), () => {}),
    close: () => source.destroy()
  }
}
