import { expect } from 'chai'
import { auditConversation } from '../../../../lib/operate/audit/audit.js'
import { browserUseFormat } from '../../../../lib/operate/audit/formats/browser-use.js'

describe('browserUseFormat', () => {
  const step = (actions: ReadonlyArray<object>, results: ReadonlyArray<object>, page: string | null = 'a') => ({
    model_output: { memory: '', action: actions },
    result: results,
    state: { url: 'https://shop.example', title: 'Shop', screenshot_path: page && `${page}.png` },
    metadata: { step_start_time: 1, step_end_time: 2, input_tokens: 100, step_number: 1 }
  })
  const read = (...history: ReadonlyArray<object>) => browserUseFormat.read([{ history }], false)[0]
  const scrolled = { is_done: false, extracted_content: 'Scrolled down.' }
  const done = (success: boolean) => step([{ done: { text: 'x', success } }], [{ is_done: true, success }])

  it('pairs actions with their results, of which a step that stopped early has fewer', () => {
    const one = read(step([{ click: { index: 1 } }, { wait: {}, click: null }], [{ error: 'No element.' }]))
    expect(one?.calls.map((call) => [call?.tool, call?.answer?.outcome])).to.deep.equal([
      ['click', 'failed'],
      ['wait', undefined]
    ])
    expect(one).to.deep.include({ orphaned: 0, strange: 0, inputs: [100] })
  })

  it('takes the page that the model sees next for a part of the result', () => {
    const scroll = (page: string | null) => step([{ scroll: { down: true } }], [scrolled], page)
    const texts = read(scroll('a'), scroll('b'), scroll('c'), scroll('c'))?.calls.map((call) => call?.answer?.text)
    expect(new Set(texts)).to.have.property('size', 3)
    expect(texts?.[1]).to.equal(texts?.[2])
    expect(texts?.[3]).to.equal('Scrolled down.')
    const unseen = read(scroll(null), scroll(null), scroll(null), scroll(null))
    expect(new Set(unseen?.calls.map((call) => call?.answer?.text))).to.have.property('size', 4)
  })

  it('says of what opened it that the next page holds back what was asked for', () => {
    const search = step([{ search_google: { query: 'a' } }, { wait: {} }], [{ extracted_content: 'Searched' }, {}])
    const next = step([{ scroll: {} }], [scrolled])
    const blocked = { ...next, state: { ...next.state, url: 'https://www.google.com/sorry/index?continue=a&q=b' } }
    const one = read(search, blocked)
    if (one === undefined) expect.fail('nothing read')
    expect(auditConversation(one).marks.map(({ given }) => given.map(({ kind }) => kind))).to.deep.equal([
      ['web_page'],
      [],
      []
    ])
  })

  it('makes no second write of the same key, which the next page takes', () => {
    const press = (page: string) =>
      step([{ send_keys: { keys: 'Tab' } }], [{ extracted_content: 'Sent keys: Tab' }], page)
    const one = read(press('a'), press('b'), press('c'))
    if (one === undefined) expect.fail('nothing read')
    const { repeats, doubles } = auditConversation(one).audit
    expect([repeats.unchanged, doubles.equal]).to.deep.equal([0, 0])
  })

  it('says how the run ended, which is no call', () => {
    expect(read(done(true))).to.deep.include({ calls: [], ended: null, steps: 1 })
    expect(read(done(false))?.ended).to.equal('done without success')
    const refused = { model_output: null, result: [{ error: 'Rate limit reached.' }], state: {} }
    expect(read(refused)).to.deep.include({ ended: 'Rate limit reached.', steps: 0, strange: 0 })
    expect(read(step([{ scroll: {} }], [scrolled]))?.ended).to.equal(undefined)
  })
})
