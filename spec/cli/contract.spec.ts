import { expect } from 'chai'
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, openProxy, PEER, type Client } from '../proxy/client.js'
import { openFolder, type Folder } from './command.js'

const orders = (count: number): ReadonlyArray<object> =>
  Array.from({ length: count }, (_, i) => ({
    id: i,
    total: i * 1.5,
    customer: { name: 'Ada' },
    token: 'hunter2-or-so'
  }))

const BROKEN = { id: 100, total: 'n/a', customer: { name: 'Ada' }, token: 'another' }

describe('guarded-call mcp --learn and --contract', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const open = (...options: ReadonlyArray<string>): Client =>
    openProxy(options, [process.execPath, PEER], { cwd: folder.path })
  const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8')
  /** Asks for all of these, and says what was refused, and what stands on the standard error. */
  const echo = async (client: Client, answers: ReadonlyArray<object>) => {
    const replies = await Promise.all(answers.map((answer) => client.call('echo', answer)))
    const { code, stderr } = await client.end()
    return { refused: replies.map(codeOf).filter((one) => one !== undefined), code, stderr }
  }

  it('learns what a server without schemas answers, observes it, and enforces it where its user says so', async () => {
    const learning = open('--learn', 'contract.json')
    await learning.call('orders')
    await learning.call('cut')
    const { stderr: learnt } = await echo(learning, orders(30))
    expect(learnt).to.include('guarded-call: learnt into contract.json: echo (30 answers)\n')
    expect(JSON.parse(read('contract.json'))).to.deep.equal({
      tools: {
        echo: {
          output: {
            type: 'object',
            properties: {
              customer: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
              id: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
              token: { type: 'string' },
              total: { type: 'number' }
            },
            required: ['customer', 'id', 'token', 'total']
          }
        }
      }
    })
    const kept = readdirSync(join(folder.path, 'contract.json.calls')).map((name) =>
      read(`contract.json.calls/${name}`)
    )
    expect(kept.join(''))
      .to.include('"token":"[redacted]"')
      .and.not.include('hunter2')
      .and.not.include('"tool":"orders"')
    expect(statSync(join(folder.path, 'contract.json')).mode & 0o777).to.equal(0o600)

    const observed = await echo(open('--contract', 'contract.json', '--log', 'log'), [...orders(3), BROKEN])
    expect([observed.refused, observed.code]).to.deep.equal([[], 0])
    expect(observed.stderr)
      .to.include('responses that do not fit the contract: 1\n')
      .and.to.match(/likely fault {2}total {2}string, expected number {2}1 /)
      .and.include('To refuse such results of "echo", put its "output" from contract.json under "tools" of your config')
    expect(read('log')).to.match(
      /Z echo \{id: number, .*\} does not fit the contract: schema_violation: total: expected number, /
    )

    const enforced = await echo(open('--config', 'contract.json'), [...orders(2), BROKEN])
    expect(enforced.refused).to.deep.equal(['schema_violation'])
  })

  it('says that all answers fit, and holds no tool that the config speaks for', async () => {
    folder.write('contract.json', JSON.stringify({ tools: { echo: { output: { type: 'array' } } } }))
    const speaks = JSON.stringify({
      tools: { echo: { output: { type: 'object' } } },
      mcp: { contract: 'contract.json' }
    })
    folder.write('guarded-call.config.json', speaks)
    const { stderr } = await echo(open(), [{ id: 1 }])
    expect(stderr).to.equal(
      'guarded-call: enforce: 1 call of 1 tool in 1 turn, 0 refused\nguarded-call:   echo  1 call\n'
    )
    folder.write('guarded-call.config.json', '{}')
    folder.write('contract.json', JSON.stringify({ tools: { echo: { output: { type: 'object' } } } }))
    expect((await echo(open('--contract', 'contract.json'), [{ id: 1 }])).stderr).to.include(
      'all results fit contract.json\n'
    )
  })

  it('observes nothing in what a server says of itself', async () => {
    folder.write('contract.json', JSON.stringify({ tools: { fails: { output: { type: 'object' } } } }))
    const client = open('--contract', 'contract.json')
    await client.call('fails')
    expect((await client.end()).stderr).to.not.include('the contract')
  })

  it('says that there was nothing to learn, and leaves the file as it is', async () => {
    folder.write('contract.json', 'mine')
    const client = open('--learn', 'contract.json')
    await client.call('orders')
    expect((await client.end()).stderr).to.include('learnt nothing: no tool without an output schema returned JSON\n')
    expect(read('contract.json')).to.equal('mine')
  })

  it('leaves nothing half written where the contract cannot take its place', async () => {
    const learning = open('--learn', 'contract.json')
    await learning.call('echo', { id: 1 })
    mkdirSync(join(folder.path, 'contract.json'))
    const { code } = await learning.end()
    expect([code, readdirSync(folder.path).sort()]).to.deep.equal([1, ['contract.json', 'contract.json.calls']])
  })

  it('says what is wrong with the file', async () => {
    folder.write('taken.calls', '')
    folder.write('wrong.json', '{"tools":{"echo":{"output":{"type":"ding"}}}}')
    for (const [args, said] of [
      [['--learn', '.'], '. is a folder. Name a file for the contract.'],
      [['--learn', 'taken'], 'Answers cannot be kept. taken.calls: file already exists'],
      [
        ['--learn', 'a.json', '--contract', 'a.json'],
        "option '--learn <file>' cannot be used with option '--contract <file>'"
      ],
      [['--contract', 'none.json'], 'The config file none.json cannot be read: no such file or directory'],
      [['--contract', 'wrong.json'], 'tools.echo.output: Expected `schema` to be a JSON Schema that can be compiled']
    ] as const) {
      const { code, stderr } = await folder.run(['mcp', ...args, '--', 'node'])
      expect([code, stderr.includes(said)], stderr).to.deep.equal([2, true])
    }
  })
})
