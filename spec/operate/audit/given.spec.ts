/** Which code a failure has, of which kind its tool is. */
import { expect } from 'chai'
import { callAnswer } from '../../../lib/operate/audit/call-answer.js'
import { givenIn } from '../../../lib/operate/audit/given.js'

const foundIn = (tool: string, args: unknown, text: string) => {
  const [found] = givenIn([{ tool, args, turn: 1, answer: callAnswer(text) }])[0] ?? []
  return found
}

describe('the code of a failed command', () => {
  const codeOf = (text: string) => foundIn('bash', { command: 'run it' }, text)?.code

  it('says of the code that it read, and of a crash, no more than that it failed', () => {
    for (const text of [
      'Exit code 101\nerror[E0425]: cannot find value `x` in this scope\n --> src/main.rs:2:5',
      "Exit code 1\nsrc/a.ts(1,2): error TS2304: Cannot find name 'x'.",
      'Exit code 1\nTraceback (most recent call last):\n  File "a.py", line 1\nIndexError: list index out of range',
      'Exit code 1\nTraceback (most recent call last):\n  File "a.py", line 1\nValueError: shape is not a placeholder',
      'Exit code 1\n== [a.sql] FAIL\nL:   1 | P:   1 | PRS | Line 1, Position 1: Found unparsable section',
      "Exit code 2\nbash: -c: line 1: syntax error near unexpected token `('",
      'Exit code 1\n✗ page.evaluate: SyntaxError: Invalid or unexpected token'
    ])
      expect(codeOf(text), text).to.equal('error_in_body')
  })

  it('says what a program says of its arguments, and of what it did not find', () => {
    expect(codeOf("Exit code 1\nerror: unknown option '--parent'")).to.equal('rejected_arguments')
    expect(codeOf('Exit code 1\n{"error": {"code": 400, "message": "Invalid Value"}}')).to.equal('rejected_arguments')
    expect(codeOf('Exit code 1\ncat: /a: No such file or directory')).to.equal('not_found')
    expect(codeOf('bash: line 1: jq: command not found')).to.equal('not_found')
  })

  it('says that it timed out, however long the command was', () => {
    const words = `An error occurred while executing the command: Command 'a\n${'b '.repeat(900)}' timed out after 60 seconds`
    for (const text of [
      `<exception>${words}</exception>\n<output>\n</output>`,
      JSON.stringify({ returncode: -1, output: '', exception_info: words })
    ])
      expect(foundIn('bash', { command: 'a' }, text)).to.deep.include({
        code: 'timeout',
        says: 'The command timed out after 60 seconds'
      })
  })
})
