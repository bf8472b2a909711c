import { expect } from 'chai'
import { classify } from '../../../lib/tools/http/classify.js'
import type { ExchangeOutcome } from '../../../lib/tools/http/exchange.js'
import type { PreparedRequest } from '../../../lib/tools/http/request.js'

const request: PreparedRequest = { url: new URL('https://api.example.com/'), method: 'POST', headers: {}, body: '' }
const fault = (code: string) => {
  const outcome = classify({ kind: 'fault', code }, request, 1000, 0)
  return outcome.kind === 'failed'
    ? `${outcome.error.code} ${outcome.executed} ${outcome.again === null ? 'once' : 'again'}: ${outcome.error.detail}`
    : outcome.kind
}
const response = (status: number, end: Extract<ExchangeOutcome, { readonly kind: 'response' }>['end'] = 'whole') => {
  const outcome = classify({ kind: 'response', status, headers: {}, body: new Uint8Array(7), end }, request, 1000, 0)
  return 'error' in outcome
    ? `${outcome.error.code} ${outcome.executed}: ${outcome.error.detail}`
    : 'why' in outcome
      ? `${outcome.why.code}: ${outcome.why.detail}`
      : outcome.kind
}

describe('classify', () => {
  for (const [code, expected] of Object.entries({
    ECONNREFUSED: 'tool_unavailable no again: The service refused the connection.',
    ENOTFOUND: 'tool_unavailable no again: The name of the service cannot be resolved.',
    EAI_AGAIN: 'tool_unavailable no again: The name of the service cannot be resolved for the moment.',
    EHOSTUNREACH: 'tool_unavailable no again: The connection to the service failed.',
    EHOSTDOWN: 'tool_unavailable no again: The connection to the service failed.',
    ECONNRESET: 'tool_unavailable unknown again: The connection was reset before a response came.',
    ETIMEDOUT: 'tool_unavailable unknown again: The connection to the service failed.',
    EPROTO: 'tool_unavailable unknown once: The connection to the service failed.',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'tool_unavailable no once: The certificate of the service is not trusted.',
    CERT_HAS_EXPIRED: 'tool_unavailable no once: The certificate of the service is not trusted.',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tool_unavailable no once: The certificate of the service is not trusted.',
    ERR_TLS_CERT_ALTNAME_INVALID: 'tool_unavailable no once: The certificate of the service is not trusted.',
    HPE_INVALID_CONSTANT: 'tool_unavailable unknown once: The service sent something other than HTTP.',
    HPE_HEADER_OVERFLOW: 'tool_unavailable unknown once: The head of the response is too large.',
    ERR_INVALID_CHAR: 'tool_threw no once: The tool made a request that cannot be sent.',
    ERR_UNESCAPED_CHARACTERS: 'tool_threw no once: The tool made a request that cannot be sent.',
    EFORBIDDENADDRESS: 'forbidden_url no once: The address is not a public one.',
    UNKNOWN: 'tool_unavailable unknown once: The connection to the service failed.'
  })) {
    it(`reads ${code}`, () => {
      expect(fault(code)).to.equal(expected)
    })
  }
  it('asks for other work only where a fault may pass', () => {
    const hint = (code: string) => {
      const outcome = classify({ kind: 'fault', code }, request, 1000, 0)
      return outcome.kind === 'failed' ? outcome.error.hint : outcome.kind
    }
    expect(['ECONNREFUSED', 'CERT_HAS_EXPIRED', 'HPE_INVALID_CONSTANT'].map(hint)).to.deep.equal([
      'Go on with other work, use another tool, or tell the user.',
      ...Array<string>(2).fill('Do not repeat this call; use another tool, or tell the user.')
    ])
  })
  it('tells how a body ended', () => {
    expect([
      response(200),
      response(200, 'cut'),
      response(200, 'torn'),
      response(206),
      response(200, 'damaged'),
      response(200, 'unreadable'),
      response(200, 'too_large')
    ]).to.deep.equal([
      'body',
      'incomplete_response: The connection ended after 7 bytes, before the response was complete.',
      'incomplete_response: The compressed response ends too early; 7 bytes could be read.',
      'incomplete_response: The service sent only a part (206), 7 bytes.',
      'not_text unknown: The compressed response is damaged.',
      'not_text unknown: The response is compressed in a way that is not supported.',
      'too_large unknown: The response is larger than 1000 bytes.'
    ])
  })
})
