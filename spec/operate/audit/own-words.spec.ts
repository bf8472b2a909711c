import { expect } from 'chai'
import { callAnswer } from '../../../lib/operate/audit/call-answer.js'
import { wrappedText } from '../../../lib/operate/audit/own-words.js'

const TIMEOUT = "An error occurred while executing the command: Command 'make' timed out after 30 seconds"

describe('wrappedText', () => {
  it('reads what a program printed, behind the code by which it failed', () => {
    expect(wrappedText({ returncode: 2, output: 'no such file' })).to.equal('Exit code 2\nno such file')
    const kept = { output_head: 'a', output_tail: 'z', elided_chars: 90, warning: 'Output too long.' }
    expect(wrappedText({ returncode: 2, ...kept })).to.equal('Exit code 2\na\nz')
    for (const data of [
      { returncode: 0, output: 'a' },
      { returncode: -1, output: '' },
      { returncode: 2 },
      { returncode: 2, output: 'a', id: 7 }
    ])
      expect(wrappedText(data)).to.equal(undefined)
  })

  it('reads why a command was stopped, and nothing of one that was never run', () => {
    expect(wrappedText({ returncode: -1, output: 'a', exception_info: TIMEOUT })).to.equal(`Error: ${TIMEOUT}\na`)
    expect(wrappedText({ returncode: -1, output: '', exception_info: 'action was not executed' })).to.equal(undefined)
  })
})

describe('callAnswer', () => {
  it('takes a command that was stopped as a failure', () => {
    const of = (exception_info: string) => callAnswer(JSON.stringify({ returncode: -1, output: '', exception_info }))
    expect(of(TIMEOUT).outcome).to.equal('failed')
    expect(of('action was not executed').outcome).to.equal('right')
  })

  it('reads a text that was written as JSON once more, or as the value of a variable', () => {
    const says = 'Error: user "a" not found'
    for (const text of [JSON.stringify(says), `# var_0 = ${JSON.stringify(says)}`, ` ${JSON.stringify(says)}\n`])
      expect(callAnswer(text), text).to.deep.include({ text: says, outcome: 'failed' })
    expect(callAnswer('"{\\"error\\": \\"no such user\\"}"').outcome).to.equal('failed')
    expect(callAnswer('# var_1 = {"id": 7}')).to.deep.include({ text: '{"id": 7}', outcome: 'right' })
    for (const text of ['"Error: a" or "b"', '# a = "Error: cut', 'TEXT = "Error: of the source"', '# Error = 7'])
      expect(callAnswer(text), text).to.deep.include({ text, outcome: 'right' })
  })

  it('tells two images apart, and knows the same one again', () => {
    const shot = (data: string) => callAnswer([{ type: 'image', source: { type: 'base64', data } }]).text
    expect(shot('AAAA'))
      .to.match(/^\[image [0-9a-f]{8}\]$/)
      .and.to.equal(shot('AAAA'))
    expect(shot('AAAA')).not.to.equal(shot('AAAB'))
    const linked = (url: string) =>
      callAnswer([
        { type: 'text', text: 'a' },
        { type: 'image_url', image_url: { url } }
      ])
    expect(linked('data:image/png;base64,AAAA').text).not.to.equal(linked('data:image/png;base64,AAAB').text)
  })
})
