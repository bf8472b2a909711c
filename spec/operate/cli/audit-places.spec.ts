/** Where each finding is said to stand: a reader must find it in the file. */
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFolder, type Ended, type Folder } from './command.js'
import { jsonLines } from './fixtures.js'

/** A conversation whose second call failed, if it did. */
const chat = (n: number, isBad: boolean): ReadonlyArray<unknown> => [
  { role: 'user', content: `Go ${n}.` },
  ...['a', 'b'].flatMap((id) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `call_${n}${id}`, type: 'function', function: { name: 'find', arguments: `{"id":"${id}"}` } }]
    },
    {
      role: 'tool',
      tool_call_id: `call_${n}${id}`,
      content: isBad && id === 'b' ? 'Error: 503 Service Unavailable' : `row ${n}${id}`
    }
  ])
]

interface Shown {
  readonly given: ReadonlyArray<{ readonly samples: ReadonlyArray<Readonly<Record<string, unknown>>> }>
}

describe('guarded-call audit, where a finding stands', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const audit = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['audit', ...args])
  const three = [1, 2, 3].map((n) => chat(n, n === 3))
  const FORMS: Readonly<Record<string, readonly [text: string, at: string, conversation: number]>> = {
    'one conversation': [JSON.stringify(chat(3, true), null, 2), 't.json', 1],
    'a list of conversations': [JSON.stringify(three, null, 2), 't.json, conversation 3 at [2]', 3],
    'a document that holds them deep inside': [
      JSON.stringify({ runs: three.map((messages) => ({ messages })) }),
      't.json, conversation 3 at runs[2].messages',
      3
    ],
    'a conversation a line': [jsonLines(three.map((messages) => ({ messages }))), 't.json:3, conversation 3', 3],
    'a message a line': [jsonLines(chat(3, true)), 't.json', 1]
  }

  for (const [form, [text, at, conversation]] of Object.entries(FORMS))
    it(`is said of ${form}, in the terminal, on the page and as data`, async () => {
      const name = folder.write('t.json', text)
      const { stdout } = await audit(name, '--html', 'page.html')
      expect(stdout).to.contain(`      ${at}, call 2 (call_3b): Error: 503`)
      const page = readFileSync(join(folder.path, 'page.html'), 'utf8').replace(/<\/?(?:bdi|wbr)>/g, '')
      expect(page).to.contain(`<small>${at}, call 2 (call_3b)</small>`).and.to.contain(`<h3>${at}</h3>`)
      const { given } = JSON.parse((await audit(name, '--json')).stdout) as Shown
      expect(given.flatMap(({ samples }) => samples)).to.deep.equal([
        { count: 1, at, file: 't.json', conversation, call: 2, id: 'call_3b', says: 'Error: 503 Service Unavailable' }
      ])
    })

  it('is that of the last request, where a log holds a conversation as it grew', async () => {
    const whole = chat(3, true)
    const requests = [whole.slice(0, 3), whole].map((messages) => ({ messages }))
    const { given } = JSON.parse((await audit(folder.write('t.jsonl', jsonLines(requests)), '--json')).stdout) as Shown
    expect(given[0]?.samples[0]).to.include({ at: 't.jsonl:2, conversation 2', call: 2 })
  })
})
