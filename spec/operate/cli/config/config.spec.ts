import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import * as t from 'io-ts'
import { readConfig } from '../../../../lib/operate/cli/config/config.js'
import { toolRules } from '../../../../lib/operate/cli/config/tool-rules.js'
import { expectLeft, expectRight } from '../../../helpers/either.js'
import { zodLike } from '../../../helpers/zod-like.js'

describe('readConfig', () => {
  it('takes what its page shows', () => {
    const page = readFileSync(new URL('../../../../../docs/config.md', import.meta.url), 'utf8')
    const [, shown = ''] = /^```json\n([^]*?)^```$/m.exec(page) ?? []
    const config = expectRight(readConfig(JSON.parse(shown)))
    expect([...toolRules(config).keys()]).to.deep.equal(['search_orders', 'run_command', 'job_status'])
  })

  it('takes everything that there is to say', () => {
    const config = {
      tools: {
        a: {
          output: t.string,
          reads: 'text',
          effect: 'write',
          maxIdenticalCalls: 0,
          idempotent: true,
          polls: true,
          timeoutMs: 1
        },
        b: { output: false },
        c: {
          effect: 'write',
          idempotent: false,
          identity: ['to'],
          transient: ['rate_limited'],
          alternatives: ['a'],
          narrow: 'Ask for one.',
          quoteErrors: false,
          errors: { not_found: { detail: 'x', hint: 'y' }, rate_limited: { detail: 'z' } }
        }
      },
      budget: { read: 0, write: 5 },
      loop: { repeats: 2, window: 5, ignoreArgs: ['a'], ignoreResultFields: ['b'] },
      mcp: {
        mode: 'warn',
        trusted: true,
        turn: { metaKey: 'a/b', quietMs: 1 },
        timeoutMs: 1,
        record: 'folder',
        http: { port: 0, tokenEnv: 'TOKEN' }
      }
    }
    expect(expectRight(readConfig(config))).to.deep.equal(config)
    expect(expectRight(readConfig({ loop: false }))).to.deep.equal({ loop: false })
  })

  it('says everything that is wrong, and where', () => {
    const wrong = {
      tool: {},
      tools: { a: { reads: 'xml', timeoutMs: 2 ** 31 }, b: { output: 'codec', transient: ['rate_limit'] } },
      budget: { read: -1 },
      mcp: { mode: 'strict', turn: { quiet: 5 }, http: { port: 70_000 } }
    }
    expect([...expectLeft(readConfig(wrong))].sort()).to.deep.equal([
      'budget.read: expected a whole number, 0 or more, got number',
      'mcp.http.port: expected a port, from 0 to 65535, got number',
      'mcp.mode: expected one of "observe", "warn", "enforce", got string',
      'mcp.turn.quiet: there is no such setting',
      'tool: there is no such setting',
      'tools.a.reads: expected one of "json", "text", got string',
      'tools.a.timeoutMs: expected whole milliseconds, from 1 to 2147483647, got number',
      'tools.b.output: expected a codec, a Standard Schema, a JSON Schema or false, got string',
      'tools.b.transient[0]: expected the code of an error, such as rate_limited, got string'
    ])
    expect(expectLeft(readConfig(null))).to.have.lengthOf(1)
  })
})

describe('toolRules', () => {
  it('makes a codec of every kind of output', () => {
    const rules = toolRules({
      tools: {
        a: { output: t.number },
        b: { output: zodLike(t.number) },
        c: { output: { type: 'number' } },
        d: { output: false },
        e: { polls: true }
      }
    })
    for (const name of ['a', 'b', 'c']) {
      const { output } = rules.get(name) ?? {}
      if (output === undefined || output === false) throw new Error(name)
      expectRight(output.decode(1))
      expectLeft(output.decode('1'))
    }
    expect([rules.get('d'), rules.get('e')]).to.deep.equal([{ output: false }, { polls: true }])
  })

  it('takes an identity of a write alone', () => {
    expect(toolRules({ tools: { a: { effect: 'write', identity: ['to'] } } }).get('a')).to.deep.equal({
      effect: 'write',
      identity: ['to']
    })
    expect(() => toolRules({ tools: { a: { identity: ['to'] } } })).to.throw(
      "tools.a.identity: given for a write alone; say effect: 'write'"
    )
  })

  it('says of which output no codec can be made', () => {
    expect(() => toolRules({ tools: { a: { output: { type: 'nonsense' } } } })).to.throw(
      /^tools\.a\.output: Expected `schema` to be a JSON Schema that can be compiled/
    )
  })
})
