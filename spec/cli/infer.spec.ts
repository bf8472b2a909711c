import { expect } from 'chai'
import { openFolder, type Ended, type Folder } from './bin.js'
import { fineOrder, records } from './recordings.js'

describe('guarded-call infer', () => {
  let folder: Folder
  before(() => {
    folder = openFolder()
    folder.write('orders.jsonl', records(100, fineOrder) + records(5, (i) => ({ at: i }), { tool: 'ping' }))
  })
  after(() => folder.remove())

  const infer = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['infer', ...args])

  it('prints a module with a codec a tool', async () => {
    expect(await infer('orders.jsonl', '--tool', 'get_order')).to.deep.equal({
      code: 0,
      stderr: '',
      stdout: `/** Codecs drafted from recorded traffic: as strict as what came, and no stricter. Read them before you trust them. */
import * as t from 'io-ts'
import { SafeInteger } from 'guarded-call'

const Customer = t.type({
  name: t.string,
  phone: t.string
})

const Line = t.type({
  quantity: SafeInteger,
  sku: t.string
})

/** What \`get_order\` answers, drafted from 100 answers of 2026-11-02 to 2026-11-08. */
export const GetOrder = t.type({
  customer: Customer,
  id: SafeInteger,
  lines: t.array(Line),
  status: t.keyof({ closed: null, open: null })
})
`
    })
  })

  it('warns of tools that were hardly seen', async () => {
    const ended = await infer('orders.jsonl')
    expect([ended.code, ended.stderr]).to.deep.equal([0, 'warning: ping has only 5 answers: its draft knows little.\n'])
    expect(ended.stdout).to.match(/export const GetOrder = [^]+export const Ping = /)
  })

  it('warns of tools of which no answer was accepted', async () => {
    folder.write('refused.jsonl', records(30, fineOrder) + records(9, () => '<html>', { tool: 'search', outcome: 'schema_mismatch', code: 'html_response' }))
    const ended = await infer('refused.jsonl')
    expect([ended.code, ended.stderr]).to.deep.equal([0, 'warning: no draft of search: none of its recorded answers was accepted.\n'])
  })

  it('says where there is nothing to draft from', async () => {
    expect(await infer('orders.jsonl', '--tool', 'none', '--tool', 'ping')).to.deep.equal({ code: 2, stdout: '', stderr: 'error: There are no answers of none that could be drafted from.\n' })
    folder.write('failed.jsonl', records(9, () => '<html>', { outcome: 'schema_mismatch', code: 'html_response' }))
    expect((await infer('failed.jsonl')).stderr).to.equal('error: There are no answers of any tool that could be drafted from.\n')
    expect(await infer('none.jsonl')).to.deep.equal({ code: 1, stdout: '', stderr: 'error: none.jsonl: no such file or directory\n' })
  })
})
