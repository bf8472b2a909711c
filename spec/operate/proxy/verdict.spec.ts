import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fromJsonSchema } from '../../../lib/codec/json-schema/index.js'
import { readMessage, type Response } from '../../../lib/operate/proxy/message.js'
import { declaredOf, proxyPolicyOf, type ProxyPolicy } from '../../../lib/operate/proxy/policy.js'
import { DEFAULTS, type ProxySettings, type ToolRules } from '../../../lib/operate/proxy/settings.js'
import { semanticGarbage } from '#core/errors'
import { judgeResponse } from '../../../lib/operate/proxy/verdict.js'

const settings: ProxySettings = { ...DEFAULTS, codecOfSchema: fromJsonSchema }

const ruled = (rules: ToolRules): ProxyPolicy =>
  proxyPolicyOf('a', undefined, { ...settings, tools: new Map([['a', rules]]) })
const NOTHING = ruled({})
const WRITES = ruled({ effect: 'write' })
const PROMISED = proxyPolicyOf(
  'a',
  declaredOf({ outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } }),
  settings
)

const read = (fields: object): Response => {
  const message = readMessage(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, ...fields })))
  return message.kind === 'response' ? message : expect.fail('no response')
}

/** `passes code`, in short. */
const shown = (
  policy: ProxyPolicy,
  response: { readonly result?: unknown; readonly error?: Readonly<Record<string, unknown>> }
): string => {
  const verdict = judgeResponse(read(response), policy)
  if (verdict.kind === 'open') return 'open'
  return `${verdict.passes ? 'passes' : 'refused'} ${E.isLeft(verdict.judgement.result) ? verdict.judgement.result.left.code : 'fine'}`
}

const texts = (...all: ReadonlyArray<string>) => ({ content: all.map((text) => ({ type: 'text', text })) })
const text = (policy: ProxyPolicy, value: string): string => shown(policy, { result: texts(value) })

const detailOf = (verdict: ReturnType<typeof judgeResponse>): string =>
  verdict.kind === 'open' || E.isRight(verdict.judgement.result)
    ? 'none'
    : `${verdict.judgement.executed} ${verdict.judgement.result.left.detail}`

describe('judgeResponse', () => {
  it('holds structured content against what the server promised', () => {
    expect(shown(PROMISED, { result: { ...texts('{"n":1}'), structuredContent: { n: 1 } } })).to.equal('passes fine')
    expect(shown(PROMISED, { result: { ...texts('{"n":"one"}'), structuredContent: { n: 'one' } } })).to.equal(
      'refused schema_violation'
    )
  })

  it('takes an error for a no where nothing stands beside its words that may be done', () => {
    const reports = (structuredContent: unknown): unknown => {
      const verdict = judgeResponse(
        read({ result: { ...texts('It is locked'), structuredContent, isError: true } }),
        WRITES
      )
      return verdict.kind === 'open' ? 'open' : verdict.judgement.report
    }
    expect([undefined, { error: 'It is locked' }, { booked: [1] }].map(reports)).to.deep.equal([true, true, false])
  })

  it('takes no write for executed where a text beside its structured content says that it failed', () => {
    const executedOf = (words: string): unknown => {
      const verdict = judgeResponse(read({ result: { ...texts(words), structuredContent: { id: 'p_1' } } }), WRITES)
      return verdict.kind === 'open' ? 'open' : [verdict.judgement.executed, verdict.tells]
    }
    expect(executedOf('Error: card declined')).to.deep.equal(['unknown', false])
    for (const words of ['{"id":"p_1"}', 'Paid p_1.']) expect(executedOf(words)).to.deep.equal(['yes', true])
  })

  it('takes structured content of any type, as revision 2026-07-28 has it', () => {
    for (const [type, fits, other] of [
      ['array', [1, 2], {}],
      ['null', null, 0],
      ['number', 5, '5'],
      ['boolean', false, 'false'],
      ['string', '12', 12],
      ['string', 'a text', null]
    ] as const) {
      const policy = proxyPolicyOf('a', declaredOf({ outputSchema: { type } }), settings)
      const verdictOf = (structuredContent: unknown): string =>
        shown(policy, { result: { ...texts(JSON.stringify(structuredContent)), structuredContent } })
      expect([verdictOf(fits), verdictOf(other)], type).to.deep.equal(['passes fine', 'refused schema_violation'])
    }
  })

  it('takes for a client of an earlier revision none but an object, as official clients do', () => {
    const verdictOf = (structuredContent: unknown, typed: boolean): string =>
      detailOf(
        judgeResponse(read({ result: { ...texts('paid'), structuredContent } }), WRITES, false, undefined, typed)
      )
    for (const other of [null, [], 5, 'paid', false]) {
      expect(verdictOf(other, false), String(other)).to.equal(
        'unknown The result cannot be read: structuredContent is no object.'
      )
      expect(verdictOf(other, true), String(other)).to.not.match(/cannot be read/)
    }
    expect(verdictOf({}, false)).to.not.match(/cannot be read/)
  })

  it('refuses a block with something beside it that official clients cannot read', () => {
    const resource = { uri: 'a:b', text: '' }
    const blocks = [
      { type: 'text', text: '' },
      { type: 'image', data: '', mimeType: '' },
      { type: 'audio', data: '', mimeType: '' },
      { type: 'resource', resource },
      { type: 'resource_link', uri: 'a:b', name: '' }
    ]
    const verdictOf = (block: unknown): string => shown(NOTHING, { result: { content: [block] } })
    for (const block of blocks) {
      for (const annotations of [
        null,
        5,
        'user',
        [],
        ...[null, 'user', {}, ['system'], [null]].map((audience) => ({ audience })),
        ...[null, '1', -0.1, 1.1, Infinity, {}].map((priority) => ({ priority })),
        ...[null, 5].map((lastModified) => ({ lastModified }))
      ])
        expect(verdictOf({ ...block, annotations }), JSON.stringify(annotations)).to.equal('refused schema_violation')
      for (const annotations of [
        {},
        { audience: [], priority: 0 },
        { audience: ['user', 'assistant'], priority: 1, lastModified: '2026-07-28T00:00:00Z', more: null }
      ])
        expect(verdictOf({ ...block, annotations }), JSON.stringify(annotations)).to.equal('passes fine')
      for (const _meta of [null, 5, []]) expect(verdictOf({ ...block, _meta })).to.equal('refused schema_violation')
      expect(verdictOf({ ...block, _meta: { a: null } })).to.equal('passes fine')
    }
    for (const about of [{ mimeType: 5 }, { _meta: null }])
      expect(verdictOf({ type: 'resource', resource: { ...resource, ...about } })).to.equal('refused schema_violation')
    for (const about of [
      { title: 5 },
      { description: null },
      { mimeType: [] },
      { size: '5' },
      { icons: [{}] },
      { icons: [{ src: 'a:', theme: 'sepia' }] }
    ])
      expect(verdictOf({ ...blocks[4], ...about })).to.equal('refused schema_violation')
    expect(
      verdictOf({
        ...blocks[4],
        title: '',
        description: '',
        mimeType: '',
        size: 5,
        icons: [{ src: 'a:', theme: 'dark' }]
      })
    ).to.equal('passes fine')
    // A later revision may have others.
    expect(verdictOf({ type: 'later', annotations: 5 })).to.equal('passes fine')
  })

  it('says what stands in the place of structured content that was promised', () => {
    expect(text(PROMISED, '{"n":1}')).to.equal('refused schema_violation')
    expect(text(PROMISED, '{"n":')).to.equal('refused truncated_response')
    expect(text(PROMISED, '<!doctype html><title>502</title>')).to.equal('refused html_response')
    expect(shown(PROMISED, { result: { content: [] } })).to.equal('refused schema_violation')
  })

  it('reads a result without content as official clients do, and refuses what they do not read', () => {
    for (const content of [null, 'text', {}])
      expect(shown(NOTHING, { result: { content } }), JSON.stringify(content)).to.equal('refused schema_violation')
    for (const result of [{}, { _meta: {} }, { toolResult: 5 }]) {
      expect(shown(NOTHING, { result }), JSON.stringify(result)).to.equal('passes fine')
      expect(shown(PROMISED, { result }), JSON.stringify(result)).to.equal('refused schema_violation')
    }
    const five = ruled({ output: t.literal(5) })
    expect([5, 6].map((toolResult) => shown(five, { result: { toolResult } }))).to.deep.equal([
      'passes fine',
      'refused schema_violation'
    ])
    expect(shown(PROMISED, { result: { structuredContent: { n: 1 } } })).to.equal('passes fine')
    expect(shown(NOTHING, { result: { content: [] } })).to.equal('passes fine')
  })

  it('refuses a result with a block that official clients cannot read, and passes any that they may read', () => {
    const [link, image] = [{ type: 'resource_link' }, { type: 'image' }]
    const resource = (fields: unknown) => ({ type: 'resource', resource: fields })
    const faults = [
      'paid',
      null,
      5,
      [],
      {},
      { type: 1 },
      { text: 'paid' },
      ...[undefined, null, 42, true, ['paid'], {}].map((value) => ({ type: 'text', text: value })),
      image,
      { ...image, data: '' },
      { ...image, mimeType: 'image/png' },
      { type: 'audio', data: 5, mimeType: '' },
      ...[undefined, null, 'paid', {}, { uri: 'a:b' }, { text: 'paid' }, { uri: 'a:b', text: null }].map(resource),
      link,
      { ...link, uri: 'a:b' },
      { ...link, name: 'b' }
    ]
    const sound = [
      { type: 'text', text: '', annotations: {}, more: null },
      { ...image, data: '', mimeType: '' },
      { type: 'audio', data: '', mimeType: '' },
      resource({ uri: 'a:b', text: '' }),
      resource({ uri: 'a:b', blob: '' }),
      resource({ uri: 'a:b', text: null, blob: '' }),
      { ...link, uri: 'a:b', name: '' },
      { type: 'of a later revision', text: 5 }
    ]
    for (const beside of [{}, { structuredContent: { n: 1 } }]) {
      const said = (content: unknown): string => shown(NOTHING, { result: { content, ...beside } })
      for (const block of faults)
        for (const content of [[block], [...sound, block]])
          expect(said(content), JSON.stringify(content)).to.equal('refused schema_violation')
      for (const content of [sound, ...sound.map((block) => [block])])
        expect(said(content), JSON.stringify(content)).to.equal('passes fine')
    }
    for (const isError of ['true', 'false', null, 0])
      expect(shown(WRITES, { result: { content: sound, isError } }), String(isError)).to.equal(
        'refused schema_violation'
      )
    const verdict = judgeResponse(read({ result: { content: [...sound, { type: 'text', text: 42 }] } }), WRITES)
    expect(verdict).to.have.nested.property('judgement.executed', 'unknown')
    expect(verdict).to.have.nested.property(
      'judgement.result.left.detail',
      'The result cannot be read: content[8].text is no text.'
    )
    // A failure that the server reports passes as it stands, or is told so that clients can read it.
    const failing = (block: object) => ({ result: { content: [{ ...block, text: 'Not found: a' }], isError: true } })
    expect(shown(NOTHING, failing({ type: 'text' }))).to.equal('passes not_found')
    expect(shown(NOTHING, failing({ type: 'text', annotations: null }))).to.equal('refused not_found')
  })

  it('knows an error before it validates anything of it', () => {
    expect(
      shown(PROMISED, {
        result: { ...texts('REAL CAUSE: auth failed'), structuredContent: { n: 'none' }, isError: true }
      })
    ).to.equal('passes unauthorized')
    expect(shown(NOTHING, { result: { ...texts('429 Too Many Requests'), isError: true } })).to.equal(
      'passes rate_limited'
    )
    expect(shown(NOTHING, { error: { code: -32_602, message: 'Unknown tool: a' } })).to.equal(
      'passes rejected_arguments'
    )
    expect(shown(NOTHING, { error: { code: -32_603, message: '' } })).to.equal('passes tool_threw')
  })

  it('takes the refusal of a call as proof that nothing ran, but not once the server has begun it', () => {
    for (const [code, message] of [
      [-32_602, 'Unknown tool: a'],
      [-32_602, 'Input validation error: Invalid arguments for tool a: amount'],
      [-32_042, 'Go there first']
    ] as const)
      for (const [hasBegun, executed] of [
        [false, 'no'],
        [true, 'unknown']
      ] as const)
        expect(judgeResponse(read({ error: { code, message } }), NOTHING, hasBegun), message).to.deep.nested.include({
          passes: true,
          'judgement.executed': executed
        })
  })

  it('takes a mismatch of headers as such a proof where its status over HTTP says that nothing was read', () => {
    const mismatch = read({ error: { code: -32_020, message: 'The headers and the body disagree.' } })
    for (const [begun, executed] of [
      ['unread', 'no'],
      [false, 'unknown'],
      [true, 'unknown'],
      ['task', 'unknown']
    ] as const)
      expect(judgeResponse(mismatch, NOTHING, begun), String(begun)).to.deep.nested.include({
        'judgement.executed': executed
      })
  })

  it('takes the code of such a refusal alone as no proof', () => {
    for (const message of [
      'Elicitation response content does not match requested schema: data must have email',
      'Output validation error: Tool pay has an output schema but no structured content was provided'
    ])
      expect(judgeResponse(read({ error: { code: -32_602, message } }), NOTHING), message).to.deep.nested.include({
        passes: true,
        'judgement.executed': 'unknown'
      })
  })

  it('knows throttling that was sent as a success', () => {
    for (const one of [
      '429 Too Many Requests',
      'Error: rate limit exceeded, wait 30 s',
      'HTTP 429',
      '{"error":{"message":"Rate limit reached"}}'
    ]) {
      expect(text(NOTHING, one), one).to.equal('refused rate_limited')
    }
    for (const one of [
      'The limit is 429 boxes.',
      '429',
      '429\n430\n431',
      '429 rows were found',
      'Rate limit exceeded; the last forecast: rain in Oslo',
      '4290',
      'How to handle 429 Too Many Requests',
      '{"title":"rate limit exceeded"}',
      `429 ${'x'.repeat(300)}`
    ]) {
      expect(text(NOTHING, one), one).to.equal('passes fine')
    }
    expect(text(ruled({ reads: 'text' }), '429 Too Many Requests')).to.equal('passes fine')
    for (const beside of [
      { type: 'image', data: 'aa==', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'a:b', name: 'a' }
    ])
      expect(shown(NOTHING, { result: { content: [...texts('429 Too Many Requests').content, beside] } })).to.equal(
        'passes fine'
      )
    expect(shown(NOTHING, { result: texts('429 Too Many Requests', '[{"id":1}]') })).to.equal('passes fine')
    const fitting = { ...texts('429 Too Many Requests'), structuredContent: { n: 1 } }
    expect(shown(PROMISED, { result: fitting })).to.equal('passes fine')
  })

  describe('of structured content that only wraps what stands beside it', () => {
    const promises = (result: object, rest: object = {}) =>
      proxyPolicyOf(
        'a',
        declaredOf({ outputSchema: { type: 'object', properties: { result }, required: ['result'], ...rest } }),
        settings
      )
    const STRING = promises({ type: 'string' }, { 'x-fastmcp-wrap-result': true })
    const wrapped = (value: unknown, ...said: ReadonlyArray<string>) => ({
      result: { ...texts(...said), structuredContent: { result: value } }
    })
    const string = (policy: ProxyPolicy, said: string): string => shown(policy, wrapped(said, said))

    it('judges a text as it judges one that stands alone', () => {
      for (const one of [
        '{"orders":[{"id":1},{"id":2',
        '429 Too Many Requests',
        '{"ok":false,"error":"channel_not_found"}',
        '{"items":[1],"next_cursor":"abc"}',
        '{"orders":[]}',
        'Sunny, 20 °C.',
        '"12"',
        ''
      ])
        for (const policy of [STRING, ruled({ output: false }), proxyPolicyOf('read_file', undefined, settings)])
          expect(string(policy, one), one).to.equal(text(policy === STRING ? NOTHING : policy, one))
      expect(string(STRING, '{"orders":[{"id":1},{"id":2')).to.equal('refused truncated_response')
      expect(shown(STRING, wrapped(5, '5'))).to.equal('refused schema_violation')
    })

    it('holds what is wrapped against the output that was given', () => {
      const orders = ruled({ output: t.type({ orders: t.array(t.type({ total: t.number })) }) })
      for (const one of ['{"orders":[{"total":1}]}', '{"orders":[{"total":"1"}]}', '{"orders":[{"tot', '<html></html>'])
        expect(string(orders, one), one).to.equal(text(orders, one))
      const list = ruled({ output: t.array(t.type({ id: t.number })) })
      const rows = [{ id: 1 }, { id: 2 }]
      for (const said of [rows.map((row) => JSON.stringify(row, null, 2)), [JSON.stringify(rows)]])
        expect(shown(list, wrapped(rows, ...said)), said.join()).to.equal('passes fine')
      expect(shown(list, wrapped([{ id: 1 }], '{"id":1}'))).to.equal('passes fine')
      expect(shown(list, wrapped([]))).to.equal('passes fine')
      expect(shown(list, wrapped([{ id: 'a' }], '{"id":"a"}'))).to.equal('refused schema_violation')
      expect(shown(ruled({ output: t.array(t.array(t.number)) }), wrapped([[1, 2], [3]], '1', '2', '3'))).to.equal(
        'passes fine'
      )
      expect(shown(ruled({ output: t.null }), wrapped(null))).to.equal('passes fine')
      expect(shown(ruled({ output: t.string }), wrapped('2026-01-01', '"2026-01-01"'))).to.equal('passes fine')
      expect(shown(ruled({ output: t.type({ id: t.number }) }), wrapped({ id: 1 }, '{"id":1}'))).to.equal('passes fine')
    })

    it('proves of a write what its text would', () => {
      const write = proxyPolicyOf(
        'a',
        declaredOf({ outputSchema: { type: 'object', properties: { result: { type: 'string' } } } }),
        {
          ...settings,
          tools: new Map([['a', { effect: 'write' as const }]])
        }
      )
      for (const one of [
        '{"id":"ch_1","sta',
        '429 Too Many Requests',
        'Error: the card was declined',
        'Order 17 was placed.'
      ]) {
        const executedOf = (policy: ProxyPolicy, result: object): unknown => {
          const verdict = judgeResponse(read({ result }), policy)
          return verdict.kind === 'open' ? 'open' : verdict.judgement.executed
        }
        expect(executedOf(write, wrapped(one, one).result), one).to.equal(executedOf(WRITES, texts(one)))
      }
    })

    it('takes lists of any length and depth, and numbers of any length', () => {
      const judgedAs = (policy: ProxyPolicy, said: string, value: string) => {
        const content = JSON.stringify([{ type: 'text', text: said }])
        const line = Buffer.from(
          `{"jsonrpc":"2.0","id":1,"result":{"content":${content},"structuredContent":{"result":${value}}}}`
        )
        return judgeResponse(readMessage(line) as Response, policy, false, line)
      }
      const big = '12345678901234567890'
      expect(judgedAs(ruled({ output: t.array(t.unknown) }), big, `[${big}]`)).to.include({ passes: true })
      const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
      expect(judgedAs(NOTHING, 'deep', deep)).to.include({ passes: true })
      const long = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `number ${id}` }))
      const list = ruled({ output: t.array(t.type({ id: t.number, name: t.string })) })
      expect(shown(list, wrapped(long, ...long.map((one) => JSON.stringify(one))))).to.equal('passes fine')
    })

    it('takes a field of that name for itself where the texts say the whole, or something else', () => {
      const whole = ruled({ output: t.type({ result: t.array(t.number) }) })
      expect(shown(whole, wrapped([1, 2], '{"result":[1,2]}'))).to.equal('passes fine')
      expect(shown(whole, wrapped([1], '{"result":[1]}'))).to.equal('passes fine')
      expect(shown(whole, wrapped([1, 2], 'Two numbers.'))).to.equal('passes fine')
      const beside = { result: { content: [], structuredContent: { result: '{"a":[1', more: 1 } } }
      expect(shown(STRING, beside)).to.equal('passes fine')
    })
  })

  it('leaves a text of which nothing is known alone, unless it is JSON that was cut', () => {
    for (const one of [
      '',
      'plain',
      '<html><body>a page that was asked for</body></html>',
      '[INFO] started',
      '{ "a": 1 }',
      '{x}'
    ])
      expect(text(NOTHING, one), one).to.equal('passes fine')
    expect(text(NOTHING, '[{"a":1},{"b"')).to.equal('refused truncated_response')
    expect(text(ruled({ reads: 'text' }), '[{"a":1},{"b"')).to.equal('passes fine')
    expect(shown(NOTHING, { result: texts('[1', '2]') })).to.equal('passes fine')
    expect(shown(NOTHING, { result: { content: [{ type: 'image', data: '', mimeType: '' }] } })).to.equal('passes fine')
  })

  it('leaves the text of a file alone, whatever it is, unless the rules or the server say what it must be', () => {
    const named = (rules: ToolRules, declared?: Readonly<Record<string, unknown>>): ProxyPolicy =>
      proxyPolicyOf('read_text_file', declared && declaredOf(declared), {
        ...settings,
        tools: new Map([['read_text_file', rules]])
      })
    const PACKAGE = '{\n  "name": "shop",\n  "scripts": {\n    "build": "tsc'
    for (const one of [PACKAGE, '[{"a":1},{"b"', '429 Too Many Requests', '{"error":"not found"}'])
      for (const policy of [named({}), named({}, {}), named({ effect: 'read' }), named({ output: false })])
        expect(text(policy, one), one).to.equal('passes fine')
    expect(shown(named({}), { result: texts(PACKAGE, PACKAGE) })).to.equal('passes fine')
    expect(named({}).isUndescribed).to.equal(false)
    for (const rules of [{ reads: 'json' }, { output: t.type({ n: t.number }) }] as const)
      expect(text(named(rules), PACKAGE)).to.equal('refused truncated_response')
    expect(text(named({}, { outputSchema: { type: 'object' } }), PACKAGE)).to.equal('refused truncated_response')
  })

  it('reads a text by the rules that were given', () => {
    const orders = ruled({ output: t.type({ n: t.number }) })
    expect(text(orders, '{"n":1}')).to.equal('passes fine')
    expect(text(orders, '{"n":"1"}')).to.equal('refused schema_violation')
    expect(text(orders, '<html></html>')).to.equal('refused html_response')
    expect(shown(orders, { result: { content: [], structuredContent: { n: 'one' } } })).to.equal(
      'refused schema_violation'
    )
    expect(text(ruled({ reads: 'json' }), 'Traceback (most recent call last)')).to.equal('passes error_in_body')
    expect(text(ruled({ output: t.literal('pong'), reads: 'text' }), 'pong')).to.equal('passes fine')
  })

  it('tells a failure in the words of the author, or without any', () => {
    const down = { result: { ...texts('Not Found: canary-17'), isError: true } }
    const verdictOf = (rules: ToolRules) => judgeResponse(read(down), ruled(rules))
    expect(shown(ruled({}), down)).to.equal('passes not_found')
    expect(shown(ruled({ quoteErrors: false }), down)).to.equal('refused not_found')
    expect(
      verdictOf({ errors: { not_found: { detail: 'No such ticket.', hint: 'Ask for its number.' } } })
    ).to.deep.nested.include({
      passes: false,
      'judgement.result': E.left(
        semanticGarbage({ code: 'not_found', detail: 'No such ticket.', hint: 'Ask for its number.' })
      )
    })
    expect(shown(ruled({ errors: { rate_limited: { detail: 'x' } } }), down)).to.equal('passes not_found')
  })

  it('notes errors and further pages that an answer tells of, and lets them pass', () => {
    expect(text(NOTHING, '{"ok":false,"error":"channel_not_found"}')).to.equal('passes not_found')
    expect(text(NOTHING, '{"items":[1],"next_cursor":"abc"}')).to.equal('passes more_pages_available')
    expect(shown(PROMISED, { result: { content: [], structuredContent: { n: 1, has_more: true } } })).to.equal(
      'passes more_pages_available'
    )
  })

  it('proves nothing of a write whose response says that it failed, in data or in a sentence', () => {
    const provenOf = (response: object): unknown => {
      const verdict = judgeResponse(read({ result: response }), WRITES)
      return verdict.kind === 'open' ? 'open' : [verdict.judgement.executed, verdict.judgement.report === true]
    }
    for (const words of ['Card declined', 'Order 7 not found', 'The order must be approved first.', 'Not allowed'])
      expect(provenOf(texts(words)), words).to.deep.equal(['unknown', true])
    expect(provenOf(texts('{"id":1,"status":"rejected"}'))).to.deep.equal(['unknown', false])
    expect(provenOf({ content: [], structuredContent: { id: 1, status: 'rejected' } })).to.deep.equal([
      'unknown',
      false
    ])
    expect(provenOf(texts('Order 17 was placed.'))).to.deep.equal(['yes', false])
  })

  const resource = (value: string) => ({ type: 'resource', resource: { uri: 'file:///a.json', text: value } })
  const half = { type: 'text', text: '[{"a":1},{"b"' }

  it('leaves a file alone that is embedded and says it is no JSON', () => {
    const file = (mimeType: string | undefined) => ({
      type: 'resource',
      resource: { uri: 'file:///a', mimeType, text: '{"a":' }
    })
    for (const [mimeType, verdict] of [
      ['text/plain', 'passes fine'],
      ['text/x-jsonnet; charset=utf-8', 'passes fine'],
      ['application/json', 'refused truncated_response'],
      ['application/ld+json', 'refused truncated_response'],
      [undefined, 'refused truncated_response']
    ] as const)
      for (const beside of [[], texts('Here').content])
        expect(shown(NOTHING, { result: { content: [...beside, file(mimeType)] } }), mimeType).to.equal(verdict)
    expect(shown(NOTHING, { result: { content: [...texts('[1,').content, file('text/plain')] } })).to.equal(
      'refused truncated_response'
    )
  })

  it('judges each text of which nothing is known, those of embedded resources too', () => {
    const other = { type: 'text', text: 'Here it is:' }
    const link = { type: 'resource_link', uri: 'file:///a.json', name: 'a' }
    for (const content of [
      [resource('[{"a":1},{"b"')],
      [half, { type: 'text', text: '' }],
      [other, half],
      [other, other, resource('{"a":')],
      [half, resource('[]')],
      [link, resource('[]'), half]
    ])
      for (const structured of [{}, { structuredContent: {} }, { structuredContent: null }]) {
        const result = { content, ...structured }
        expect(shown(NOTHING, { result }), JSON.stringify(result)).to.equal('refused truncated_response')
        expect(shown(ruled({ output: false }), { result })).to.equal('refused truncated_response')
        expect(shown(ruled({ reads: 'text' }), { result })).to.equal('passes fine')
      }
    expect(shown(NOTHING, { result: { content: [resource('429 Too Many Requests')] } })).to.equal(
      'refused rate_limited'
    )
    for (const content of [
      [resource('{"a":1}'), other],
      [resource('[1'), resource(',2]')],
      [{ type: 'resource', resource: { uri: 'file:///a.bin', blob: 'W3s=' } }],
      [link]
    ])
      expect(shown(NOTHING, { result: { content } }), JSON.stringify(content)).to.equal('passes fine')
    // Of structured content that was promised and holds, the text is no more than a copy.
    expect(shown(PROMISED, { result: { content: [half], structuredContent: { n: 1 } } })).to.equal('passes fine')
  })

  it('reads the only text by the rules that were given, that of an embedded resource too', () => {
    const orders = ruled({ output: t.type({ n: t.number }) })
    for (const [content, verdict] of [
      [[resource('{"n":1}')], 'passes fine'],
      [[resource('{"n":"one"}')], 'refused schema_violation'],
      [[resource('{"n":')], 'refused truncated_response'],
      [[{ type: 'text', text: '{"n":1}' }, resource('a log')], 'passes fine']
    ] as const)
      expect(shown(orders, { result: { content } })).to.equal(verdict)
    const failed = { content: [resource('Not Found: no such order')], isError: true }
    expect(shown(NOTHING, { result: failed })).to.equal('passes not_found')
  })

  it('waits for the answer behind requests for input and tasks, if they hold nothing that could be mistaken for it', () => {
    for (const open of [
      { resultType: 'input_required', inputRequests: {} },
      { task: { taskId: 't' } },
      { resultType: 'task', taskId: 't' }
    ]) {
      for (const empty of [{}, { content: [] }])
        expect(shown(PROMISED, { result: { ...open, ...empty } })).to.equal('open')
      expect(shown(PROMISED, { result: { ...open, structuredContent: { n: 'one' } } })).to.equal(
        'refused schema_violation'
      )
      expect(shown(NOTHING, { result: { ...open, content: [half] } })).to.equal('refused truncated_response')
      expect(shown(NOTHING, { result: { ...open, content: null } })).to.equal('refused schema_violation')
      expect(shown(NOTHING, { result: { ...open, content: 'text' } })).to.equal('refused schema_violation')
    }
  })

  it('judges what only looks like a request for input or a task as the result that it is', () => {
    for (const fields of [
      { task: null },
      { task: {} },
      { task: { taskId: 5 } },
      { resultType: null },
      { resultType: 'unknown' },
      { resultType: 'task' },
      { resultType: 'input_required', toolResult: '<html>' }
    ]) {
      const shownOf = (policy: ProxyPolicy): string => shown(policy, { result: { content: [], ...fields } })
      expect([shownOf(NOTHING), shownOf(PROMISED)], JSON.stringify(fields)).to.deep.equal([
        'passes fine',
        'refused schema_violation'
      ])
    }
  })

  it('passes what is promised by a schema that it cannot read, as a client may', () => {
    const pair = { type: 'array', items: [{ type: 'number' }, { type: 'number' }] }
    for (const outputSchema of [
      { type: 'object', $ref: 'https://elsewhere.example/schema' },
      { type: 'object', properties: { point: pair } },
      { type: 'object', properties: { quoted: { type: 'string', pattern: '^(["\']).*\\1$' } } }
    ]) {
      const unusable = proxyPolicyOf('a', declaredOf({ outputSchema }), settings)
      expect(unusable.unusable).to.be.a('string')
      expect(shown(unusable, { result: { content: [], structuredContent: { point: [1, 2] } } })).to.equal('passes fine')
      expect(shown(unusable, { result: texts('{"orders":[{"total":12') })).to.equal('refused truncated_response')
    }
  })

  it('refuses what is no result at all', () => {
    expect(shown(NOTHING, { result: 'done' })).to.equal('refused schema_violation')
    expect(shown(NOTHING, { result: null })).to.equal('refused schema_violation')
    const error = { code: -32_000, message: 'failed' }
    expect(shown(NOTHING, { result: texts('{}'), error })).to.equal('refused schema_violation')
    expect(shown(NOTHING, { result: null, error })).to.equal('passes error_in_body')
  })
})
