import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeOf, openProxy, PEER, type Client, type Reply } from './client.js'
import { eachLine } from './each-line.js'
import { isAlive } from '../../helpers/is-alive.js'

// mcp.slow.spec.ts carries ten times as much through processes.
const LONG = 1_000_000

const manyCalls = async (client: Client, times: number, name: string): Promise<ReadonlyArray<Reply>> =>
  Promise.all(Array.from({ length: times }, (_, i) => client.call(name, { i })))

describe('guarded-call mcp, over stdio', () => {
  let client: Client
  afterEach(() => client.stop())

  it('hands on what is fine byte for byte, in both directions', async () => {
    client = openProxy()
    client.write('{"params":{"arguments":{ },"name":"spaced"}, "method":"tools/call","id":"a","jsonrpc":"2.0"}\n')
    await client.until(({ id }) => id === 'a')
    expect(client.lines).to.deep.equal([
      '{ "id": "a","jsonrpc":"2.0", "result": {"content":[ ], "structuredContent":{"n":12345678901234567890.0}} }'
    ])
    const { result } = await client.ask('unknown/method', { deep: [1, { two: 2 }] })
    expect(result).to.deep.equal({ method: 'unknown/method', params: { deep: [1, { two: 2 }] } })
  })

  it('hands on notifications, whose server answers in its own time', async () => {
    client = openProxy()
    client.write('{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n')
    const { params } = await client.until(({ method }) => method === 'notifications/message')
    expect(params).to.deep.equal({ level: 'info', data: 'notifications/roots/list_changed' })
  })

  it('says so where a message is longer than any may be, and ends', async function () {
    this.timeout(60_000)
    client = openProxy()
    client.write('x'.repeat(129 * 1024 * 1024))
    const why = 'The client sent a message of more than 134217728 bytes, which is more than any may have.'
    const { error } = await client.until((reply) => reply.error !== undefined)
    expect(error).to.deep.equal({ code: -32_600, message: why })
    const { code, stderr } = await client.ended
    expect([code, stderr.includes(why)]).to.deep.equal([0, true])
  })

  it('ends the story of 17 calls after 3', async () => {
    client = openProxy()
    const codes: Array<string | undefined> = []
    for (let i = 0; i < 17; i++) codes.push(codeOf(await client.call('cut', { status: 'open' })))
    expect(codes).to.deep.equal([
      ...Array<string>(3).fill('truncated_response'),
      ...Array<string>(14).fill('retry_budget_exceeded')
    ])
    const { code, stderr } = await client.end()
    expect(code).to.equal(0)
    expect(stderr).to.include('enforce: 17 calls of 1 tool in 1 turn, 17 refused\n')
    expect(stderr).to.include('  cut  17 calls; refused: truncated_response 3, retry_budget_exceeded 14\n')
  })

  it('checks what came against the schema that the server declares, though its client never asked for it', async () => {
    client = openProxy()
    expect((await client.call('orders', { total: 3 })).result?.['structuredContent']).to.deep.equal({
      orders: [{ total: 3 }]
    })
    const { result } = await client.call('orders', { total: 'three' })
    expect(result).to.have.all.keys('content', 'isError')
    expect(JSON.parse(result?.content?.[0]?.text ?? '')).to.deep.include({
      error_class: 'schema_mismatch',
      code: 'schema_violation',
      detail: 'orders[0].total: expected number, received one word of 5 letters'
    })
  })

  it('only counts where it observes, and says so where it warns', async () => {
    for (const mode of ['observe', 'warn']) {
      client = openProxy(['--mode', mode])
      for (let i = 0; i < 5; i++)
        expect((await client.call('cut')).result).to.deep.equal({
          content: [{ type: 'text', text: '{"orders":[{"total":12' }]
        })
      const { stderr } = await client.end()
      expect(stderr).to.include(`${mode}: 5 calls of 1 tool in 1 turn, 5 would have been refused\n`)
      expect(stderr.split('\n').length).to.equal(mode === 'observe' ? 3 : 8)
    }
  })

  it('believes annotations of a trusted server only', async () => {
    client = openProxy(['--trusted'])
    expect([codeOf(await client.call('delete')), codeOf(await client.call('delete'))]).to.deep.equal([
      undefined,
      'retry_budget_exceeded'
    ])
    await client.stop()
    client = openProxy()
    expect([codeOf(await client.call('delete')), codeOf(await client.call('delete'))]).to.deep.equal([
      undefined,
      undefined
    ])
  })

  it(`carries ${LONG} characters`, async () => {
    client = openProxy()
    const [huge, sent] = await Promise.all([
      client.call('huge', { length: LONG }),
      client.call('echo', { text: 'y'.repeat(LONG) })
    ])
    expect(huge.result?.content?.[0]?.text.length).to.equal(LONG)
    expect(sent.result?.content?.[0]?.text.length).to.equal(LONG + 11)
  })

  it('carries 1,000 calls at once', async () => {
    client = openProxy()
    const replies = await manyCalls(client, 1_000, 'echo')
    expect(replies.map(({ result }) => result?.content?.[0]?.text)).to.deep.equal(
      Array.from({ length: 1_000 }, (_, i) => `{"i":${i}}`)
    )
  })

  it('keeps back what a server prints beside its messages, and counts it; hands it on where it only observes', async () => {
    for (const [options, printed] of [
      [[], []],
      [
        ['--mode', 'observe'],
        ['Listening on port 3000!', '', '[1,2]']
      ]
    ] as const) {
      client = openProxy(options)
      expect((await client.call('garbage')).result?.content?.[0]?.text).to.equal('fine')
      expect(client.lines.slice(0, -1)).to.deep.equal(printed)
      const { stderr } = await client.end()
      expect(stderr).to.include('  lines from the server that are not JSON: 1\n')
      expect(stderr).to.include('  lines from the server that are no single message: 1\n')
    }
  })

  describe('where the server dies', () => {
    it('tells everybody who waits, and ends', async () => {
      client = openProxy()
      const [hung, listed] = [client.call('hang'), client.ask('hang')]
      const died = client.call('die')
      for (const reply of [await hung, await died]) {
        expect(reply.error).to.deep.include({
          code: -32_000,
          message:
            'The server ended with exit code 7. The server of this tool is gone. Use another tool, or tell the user.'
        })
        expect(reply.error?.data?.code).to.equal('tool_unavailable')
      }
      expect((await listed).error).to.deep.equal({ code: -32_000, message: 'The server ended with exit code 7.' })
      const { code, stderr } = await client.ended
      expect([code, stderr.includes('The server ended with exit code 7.')]).to.deep.equal([1, true])
    })

    it('says so by its exit code, though its client ends its input just then', async () => {
      client = openProxy()
      await client.call('die')
      expect((await client.end()).code).to.equal(1)
    })

    it('answers who asks a server that never began', async () => {
      client = openProxy([], ['/nowhere/no-such-server'])
      expect((await client.ask('initialize')).error).to.deep.equal({
        code: -32_000,
        message:
          'The server could not be started: no-such-server was not found at its path (ENOENT). A path that is not absolute begins at the working folder, which the client chooses.'
      })
      expect((await client.ended).code).to.equal(1)
    })

    it('says of a server that never began what to do, and nothing of its arguments, even to a client that went first', async () => {
      for (const [command, said] of [
        [
          ['no-such-server', '--key', 's3cret'],
          'no-such-server was not found on the PATH (ENOENT). Install it, or name it by its full path'
        ],
        [
          ['no-such-server --key s3cret'],
          'no-such-server… was not found (ENOENT). The command and each of its arguments must be words of their own, not one in quotes'
        ],
        [['KEY=s3cret', 'node'], 'KEY… was not found on the PATH (ENOENT). Install it, or name it by its full path'],
        [
          [fileURLToPath(import.meta.url)],
          'stdio.slow.spec.js may not be executed (EACCES). Name the program that runs it before it, such as node'
        ],
        [[join(process.execPath, 'server')], 'server could not be executed (ENOTDIR)']
      ] as const) {
        client = openProxy([], command)
        const { code, stderr } = await client.end()
        expect([code, stderr.split('\n')[0]]).to.deep.equal([
          1,
          `guarded-call: The server could not be started: ${said}.`
        ])
      }
    })

    it('takes one for dead that closes its output and lives on', async () => {
      client = openProxy()
      const hung = client.call('hang')
      for (const reply of [await client.call('mute'), await hung])
        expect(reply.error?.message).to.match(/^The server closed its output, and went on without it\./)
      expect((await client.ended).code).to.equal(1)
    })

    it('takes one for dead that closes its input and lives on, once something is to be written to it', async () => {
      client = openProxy()
      const deaf = client.call('deaf')
      // What is written before that is read with it.
      await client.until(({ params }) => params?.['data'] === 'deaf')
      for (const reply of await Promise.all([client.call('echo'), client.ask('any'), deaf]))
        expect(reply.error?.message).to.match(/^The server closed its input, and went on without it\./)
      expect((await client.ended).code).to.equal(1)
    })

    it('keeps a torn message apart from its own', async () => {
      client = openProxy()
      expect((await client.call('torn')).error?.message).to.match(/^The server ended with exit code 0\./)
      expect(client.lines.length).to.equal(1)
    })
  })

  describe('where the server hangs', () => {
    it('gives the call up, tells the server, and keeps its late answer back', async () => {
      client = openProxy(['--timeout', '100'])
      const reply = await client.call('late')
      expect(codeOf(reply)).to.equal('timeout')
      expect((await client.until(({ method }) => method === 'notifications/message')).params?.['data']).to.equal(
        'notifications/cancelled'
      )
      await new Promise((resolve) => {
        setTimeout(resolve, 300)
      })
      const { stderr } = await client.end()
      expect(client.lines.length).to.equal(2)
      expect(stderr).to.include('  responses that no request waited for: 1\n')
    })

    it('answers other requests with an error of the protocol', async () => {
      client = openProxy(['--timeout', '50'], [process.execPath, '-e', 'setInterval(() => {}, 1000)'])
      expect((await client.ask('initialize')).error).to.deep.equal({
        code: -32_001,
        message: 'The server did not respond to initialize within 50 ms.'
      })
    })

    it('waits as long as there is progress', async () => {
      client = openProxy(['--timeout', '600'])
      // The start of a process is none of its progress.
      await client.ask('unknown/method')
      expect((await client.call('slow', {}, { progressToken: 'p' })).result?.content?.[0]?.text).to.equal('at last')
      expect(codeOf(await client.call('slow', {}))).to.equal('timeout')
    })

    it('gives up a call that only makes progress', async () => {
      client = openProxy(['--timeout', '5000', '--max-timeout', '300'])
      const reply = await client.call('busy', {}, { progressToken: 'p' })
      expect(JSON.parse(reply.result?.content?.[0]?.text ?? '')).to.deep.include({
        code: 'timeout',
        detail: 'The server did not respond within 300 ms, the most that a call may take.'
      })
    })

    it('holds nothing back where it only observes', async () => {
      client = openProxy(['--mode', 'observe', '--timeout', '50'])
      expect((await client.call('late')).result?.content?.[0]?.text).to.equal('too late')
      expect((await client.end()).stderr).to.include('late  1 call; would have been refused: timeout 1')
    })
  })

  it('answers what was asked before the client went', async () => {
    client = openProxy()
    client.write('{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"late"}}')
    expect((await client.end()).code).to.equal(0)
    expect(client.lines).to.deep.equal([
      '{"jsonrpc":"2.0","id":9,"result":{"content":[{"type":"text","text":"too late"}]}}'
    ])
  })

  it('lets a server that ends with its input answer first what was asked before the client went', async () => {
    client = openProxy([], [process.execPath, PEER, '--leave'])
    client.write('{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"late"}}')
    expect((await client.end()).code).to.equal(0)
    expect(client.lines).to.deep.equal([
      '{"jsonrpc":"2.0","id":9,"result":{"content":[{"type":"text","text":"too late"}]}}'
    ])
  })

  describe('where the client is killed in a call that hangs', () => {
    const BIN = fileURLToPath(new URL('../../../lib/operate/cli/main.js', import.meta.url))
    const proxy = [process.execPath, BIN, 'mcp', '--', process.execPath, PEER, '--stubborn']
    const calls = [
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hang' } },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'pid' } }
    ]
    // The standard error is closed once the last of them has ended. Node gives its children sockets; others give pipes.
    const program = `
      const [command, ...args] = ${JSON.stringify(proxy)}
      const [, by, folder] = process.argv
      const words = by === 'itself' ? [command, args] : ['sh', ['-c', '"$0" "$@"; true', command, ...args]]
      const start = (stdio) => require('node:child_process').spawn(...words, { stdio: [...stdio, 'inherit'] })
      const { openSync, writeSync, constants } = require('node:fs')
      const pipe = (name) => {
        require('node:child_process').execFileSync('mkfifo', [folder + name])
        return [constants.O_RDONLY | constants.O_NONBLOCK, 'w'].map((flags) => openSync(folder + name, flags))
      }
      const calls = ${JSON.stringify(calls.map((call) => `${JSON.stringify(call)}\n`).join(''))}
      if (folder === undefined) {
        const { stdin } = start(['pipe', 'pipe']).on('spawn', function () { this.stdout.pipe(process.stdout) })
        stdin.write(calls)
      } else {
        const [[theirs, input], [output, own]] = ['/in', '/out'].map(pipe)
        start([theirs, own])
        writeSync(input, calls)
        new (require('node:net').Socket)({ fd: output }).pipe(process.stdout)
      }`
    const sockets = { through: 'sockets', folders: () => [] }
    const pipes = { through: 'pipes', folders: () => [mkdtempSync(join(tmpdir(), 'pipes-'))] }

    // Elsewhere, a pipe does not tell.
    for (const { through, folders } of process.platform === 'linux' ? [sockets, pipes] : [sockets])
      for (const by of ['itself', 'shell'])
        it(`ends its server, which would not, in a moment: started by ${by}, through ${through}`, async () => {
          const made = folders()
          const killed = spawn(process.execPath, ['-e', program, by, ...made], { stdio: ['ignore', 'pipe', 'pipe'] })
          killed.stderr.resume()
          let server = 0
          eachLine(killed.stdout, (line) => {
            server = Number(/"text":"(\d+)"/.exec(line)?.[1])
            killed.kill('SIGKILL')
          })
          try {
            await once(killed, 'close')
            expect(() => process.kill(server, 0)).to.throw('ESRCH')
          } finally {
            if (killed.stderr.readable) process.kill(-server, 'SIGKILL')
            for (const folder of made) rmSync(folder, { recursive: true })
          }
        })
  })

  for (const [how, end] of [
    ['its client closes the input', (proxy: Client) => proxy.end()],
    ['it is told to', (proxy: Client) => proxy.stop()]
  ] as const)
    it(`has ended all of a server that hangs behind a shell where ${how}`, async () => {
      client = openProxy([], ['sh', '-c', '"$0" "$1" --stubborn; exit 0', process.execPath, PEER])
      const server = Number((await client.call('pid')).result?.content?.[0]?.text)
      expect(await end(client)).to.deep.include({ code: 0 })
      expect(isAlive(server)).to.equal(false)
    })

  it('ends, with its server, where it is told to', async () => {
    client = openProxy()
    await client.call('echo')
    client.kill('SIGTERM')
    expect(await client.ended).to.deep.include({ code: 0 })
  })
})
