import { expect } from 'chai'
import { auditHistory } from '../../../lib/operate/audit/index.js'

const NOTE = 'Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.'

const read = (id: string, args: object, content: string): ReadonlyArray<unknown> => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Read', input: args }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] }
]

describe('a result that only says that nothing has changed', () => {
  const repeatsOf = (...calls: ReadonlyArray<ReadonlyArray<unknown>>) =>
    auditHistory('anthropic', [{ role: 'user', content: 'Go.' }, ...calls.flat()]).repeats

  it('is the earlier result of the same call', () => {
    const a = { file_path: '/a' }
    expect(repeatsOf(read('1', a, 'text'), read('2', a, NOTE), read('3', a, NOTE))).to.include({
      unchanged: 2,
      changed: 0
    })
    expect(repeatsOf(read('1', a, 'text'), read('2', a, NOTE), read('3', a, 'other'))).to.include({ changed: 1 })
  })

  it('is no repeat of a call with other arguments', () => {
    expect(
      repeatsOf(read('1', { file_path: '/a', limit: 9 }, 'text'), read('2', { file_path: '/a' }, NOTE))
    ).to.include({
      unchanged: 0,
      changed: 0
    })
  })
})
