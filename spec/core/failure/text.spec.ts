/** Texts of runners, which say at their end how the run went. */
import { expect } from 'chai'
import { failureIn } from '#core/failure'

const footer = (code: number) =>
  `\n=== EXECUTION INFO ===\nReturn code: ${code}\nExecution time: 0.395 seconds\nTimeout limit: 30 seconds`
const TRACE = `=== STDERR ===\nTraceback (most recent call last):\n  File "a.py", line 5\nNameError: name 'x' is not defined`

const foundIn = (text: string) =>
  [true, false].map((accepted) => {
    const found = failureIn(text, { accepted })
    return found && [found.code, found.says]
  })

describe('a run with a footer', () => {
  it('failed by its code, with its last line, however much it printed before', () => {
    const found = ['error_in_body', "NameError: name 'x' is not defined"]
    for (const printed of ['', `=== STDOUT ===\n${'row '.repeat(50)}`, `=== STDOUT ===\n${'a row\n'.repeat(900)}`])
      expect(foundIn(printed + TRACE + footer(1))).to.deep.equal([found, found])
    const silent = ['error_in_body', '=== STDERR ===']
    expect(foundIn(`=== STDERR ===${footer(-9)}`)).to.deep.equal([silent, silent])
  })

  it('names no timeout by its limit', () => {
    expect(foundIn(`=== STDOUT ===\nhello${footer(0)}`)).to.deep.equal([undefined, undefined])
    expect(foundIn(`=== STDERR ===\na.py:3: DeprecationWarning: soon${footer(0)}`)).to.deep.equal([
      undefined,
      undefined
    ])
    const down = ['tool_unavailable', 'requests.exceptions.ConnectTimeout: connection timed out']
    expect(foundIn(`${TRACE.slice(0, -36)}\n${down[1]}${footer(1)}`)).to.deep.equal([down, down])
  })
})
