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

describe('an answer in sections', () => {
  const TIMEOUT = 'TimeoutError: page.click: Timeout 5000ms exceeded.'

  it('failed where its first section is the error, and its words end with that section', () => {
    const found = ['tool_unavailable', TIMEOUT]
    for (const text of [
      `### Error\n${TIMEOUT}\n### Page state\n${'- text: row\n'.repeat(60)}`,
      `## Error:\n\n${TIMEOUT}`,
      `### Result\n${TIMEOUT}`
    ])
      expect(foundIn(text)).to.deep.equal([found, found])
    const absent = ['not_found', 'Tool "browser_fly" not found']
    expect(foundIn(`### Error\n${absent[1]}`)).to.deep.equal([absent, absent])
  })

  it('is a document, or what was asked for, in all other cases', () => {
    for (const text of [
      '# Error\n\nAn error is thrown where the name cannot be read.',
      '### Error handling\nError: a class that cannot be read',
      '### Error\n',
      '### Result\n"The page cannot be found."',
      '### Result\nThe page cannot be found.',
      '### Result\n"Error: what the page says"\n### Ran Playwright code\n```js\nawait page.title()\n```',
      '### Error\n\n| code | meaning |\n| --- | --- |\n| 404 | not found |'
    ])
      expect(foundIn(text), text).to.deep.equal([undefined, undefined])
  })
})

describe('the words of a parser', () => {
  it('are of no credential: it met a token that it did not expect', () => {
    for (const words of ['Invalid or unexpected token', 'Unexpected token } in JSON', 'missing ) after argument list'])
      expect(foundIn(`Error: page.evaluate: SyntaxError: ${words}`)[0]?.[0], words).to.equal('rejected_arguments')
  })
})

describe('words of a failure amid words of something else', () => {
  it('report none', () => {
    for (const text of [
      'Fatal error handling was improved',
      'PHP error reporting is on',
      'fix: command not found on Windows',
      'Pushed to upstream'
    ])
      expect(foundIn(text)[0], text).to.equal(undefined)
  })

  it('report one where they begin the text', () => {
    for (const text of [
      'PHP Fatal error: Uncaught Error',
      'zsh: command not found: jq',
      'bash: jq: command not found',
      'Upstream service failed',
      'upstream_timeout',
      'The upstream service did not answer in time.'
    ])
      expect(foundIn(text)[0], text).not.to.equal(undefined)
  })
})
