import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import * as zlib from 'node:zlib'
import { openInput } from '../../../lib/operate/input/input.js'

const TEXT = '{"role":"user"}\n'.repeat(50)
// `zstd -c` of TEXT: Node 20 cannot write it.
const ZSTD = Buffer.from('KLUv/QRYvQAAgHsicm9sZSI6InVzZXIifQoBABpONZcUciNX', 'base64')

describe('openInput', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'input-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const textOf = async (content: Buffer): Promise<string> => {
    const path = join(folder, 'log')
    writeFileSync(path, content)
    let read = 0
    const { bytes } = await openInput(path, Readable.from([]), (some) => (read += some))
    const parts: Array<Buffer> = []
    for await (const part of bytes) parts.push(part)
    expect(read).to.equal(content.length)
    return Buffer.concat(parts).toString()
  }

  it('reads plain text, and what gzip wrote, whatever the name', async () => {
    expect([await textOf(Buffer.from(TEXT)), await textOf(zlib.gzipSync(TEXT))]).to.deep.equal([TEXT, TEXT])
  })

  it('reads zstd where Node does, and elsewhere says what to do', async () => {
    const read = await textOf(ZSTD).catch((error: unknown) => (error as Error).message)
    expect(read).to.equal(
      'createZstdDecompress' in zlib
        ? TEXT
        : `it is compressed with zstd, which Node ${process.versions.node} cannot read. Use Node 22.15 or later, or pipe it: zstdcat … | guarded-call audit -`
    )
  })
})
