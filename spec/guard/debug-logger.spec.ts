/** What `DEBUG=guarded-call` prints, by programs of their own. */
import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../lib/index.js', import.meta.url).href

const errorsOf = (debug: string, options: string): string => {
  const program = `import { guardFunctions, openTurn } from ${JSON.stringify(ROOT)}
    const tools = guardFunctions(
      { look: () => '{"a":', ok: () => 1, bug: () => null.x },
      { turn: openTurn(${options}), rules: { ok: { effect: 'read' } } }
    )
    for (const name of ['look', 'ok', 'bug']) await tools[name]().catch(() => {})`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, DEBUG: debug }
  })
  return stderr.replaceAll(/ms=[\d.]+/g, 'ms=0').replaceAll(/ at file:\S+/g, '')
}

describe('DEBUG=guarded-call', function () {
  this.timeout(20_000)

  it('prints a line for each call on the standard error, where no logger is given', () => {
    const lines = errorsOf('express,guarded-call', '{}').trimEnd().split('\n')
    expect(lines.map((line) => line.slice(0, 118))).to.deep.equal([
      'guarded-call tool_call tool=look outcome=schema_mismatch code=truncated_response executed=yes ms=0 The response ends a',
      'guarded-call tool_call tool=ok outcome=right code=none executed=yes ms=0',
      'guarded-call tool_call tool=bug outcome=schema_mismatch code=tool_threw executed=unknown ms=0 The tool threw a TypeErr'
    ])
  })

  it('prints nothing where it is not asked for, and where `logger: false` says so', () => {
    expect(errorsOf('express', '{}')).to.match(/^\(node:\d+\) GuardedCallWarning: .*\n.*\n$/)
    expect(errorsOf('guarded-call', '{ logger: false }')).to.equal('')
  })
})
