import { expect } from 'chai'
import { causeIn, crashIn, withoutExit } from '../../../lib/operate/audit/cause.js'

const trace = (exception: string): string =>
  `Traceback (most recent call last):\n  File "a.py", line 9, in <module>\n    run(x)\n    ~~~^^^\n${exception}`

describe('causeIn', () => {
  it('is the exception of the last traceback, whatever stands around it', () => {
    const one = trace("ModuleNotFoundError: No module named 'scipy'")
    const cause = "ModuleNotFoundError: No module named 'scipy'"
    expect(causeIn(`Exit code 1\n${one}`)).to.equal(cause)
    expect(causeIn(one.replaceAll('\n', '\r\n'))).to.equal(cause)
    expect(causeIn(`${trace('KeyError: 1')}\n\nDuring handling of the above, another occurred:\n\n${one}`)).to.equal(
      cause
    )
    expect(causeIn(`${one}\n</output>`)).to.equal(cause)
    expect(causeIn(trace('pkg.errors.Stopped'))).to.equal('pkg.errors.Stopped')
    expect(causeIn(trace('').trimEnd())).to.equal(undefined)
  })

  it('is what stands below the mark of a runtime, and in the block of a browser', () => {
    const node =
      "node:internal/modules/cjs/loader:1386\n  throw err;\n  ^\n\nError: Cannot find module 'pg'\n    at f (a.js:1)"
    expect(causeIn(node)).to.equal("Error: Cannot find module 'pg'")
    expect(causeIn('  File "a.py", line 2\n    ddef f():\n         ^\nSyntaxError: invalid syntax')).to.equal(
      'SyntaxError: invalid syntax'
    )
    const remark =
      '[eval]:1\r\nf(1d)\r\n   ^^\r\nIdentifier cannot follow number\r\n\r\nSyntaxError: Invalid token\r\n    at a\r\n'
    expect(causeIn(remark)).to.equal('SyntaxError: Invalid token')
    const browser =
      '[Current URL: http://localhost/]\n\n===== BEGIN error message =====\nThe following error occurred when executing the last action:\nTimeoutError: Timeout 500ms exceeded.\nCall log:\n'
    expect(causeIn(browser)).to.equal('TimeoutError: Timeout 500ms exceeded.')
    expect(causeIn('Error: no such order')).to.equal(undefined)
  })
})

describe('withoutExit', () => {
  it('leaves out the bare code of an exit before other words', () => {
    expect(withoutExit('Exit code 1\n\ncat: a: No such file')).to.equal('cat: a: No such file')
    expect(withoutExit('1 \n \nbash: syntax error')).to.equal('bash: syntax error')
    expect(withoutExit('Exit code 1')).to.equal('Exit code 1')
    expect(withoutExit('2 of 3 failed\nat last')).to.equal('2 of 3 failed\nat last')
  })
})

describe('crashIn', () => {
  const crashed = `Read 434 rows\n${trace('KeyError: 1')}\n`

  it('is the exception with which a program behind a pipe ended', () => {
    for (const args of [
      { command: 'source .venv/bin/activate && python src/analyze.py 2>&1 | tail -30' },
      { cmd: ['bash', '-lc', './run-examples | head'] },
      'cd /testbed && python reproduce_error.py'
    ])
      expect(crashIn(args, crashed), JSON.stringify(args)).to.equal('KeyError: 1')
  })

  it('is none of a log that is only read, nor of one after which the program went on', () => {
    for (const command of [
      'tail -50 train.log 2>&1',
      'cd /x && cat out.txt | grep -v "a; b"',
      'docker compose logs api'
    ])
      expect(crashIn({ command }, crashed), command).to.equal(undefined)
    expect(crashIn({ command: 'python a.py || echo none' }, `${crashed}none`)).to.equal(undefined)
  })
})
