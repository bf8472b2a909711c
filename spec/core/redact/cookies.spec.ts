/** The value of a cookie is hidden whatever its name is: in a record, in a map of them, and as programs show it. */
import { expect } from 'chai'
import { inspect } from 'node:util'
import { redactor, responseRedactor } from '#core/redact'

const redact = redactor()
const answer = responseRedactor()
const print = (value: unknown): string => inspect(value, { breakLength: Infinity })
const SECRETS = ['kQ9vX2mLp7Rz4TnB8sWdEf3H', 's%3AkQ9vX2mLp7.abcdEFGH12345678', 'hunter2']
const NAMES =
  'sid session connect.sid laravel_session .AspNetCore.Identity.Application SAPISID li_at at d _gh_sess theme'

type Writing<A> = (name: string, secret: string) => A

const RECORDS: Readonly<Record<string, Writing<unknown>>> = {
  'of Playwright': (name, value) => ({
    name,
    value,
    domain: '.example.com',
    path: '/',
    expires: 1767225600,
    httpOnly: true,
    secure: true
  }),
  'of Selenium': (name, value) => ({ domain: 'example.com', httpOnly: true, name, path: '/', value }),
  'of tough-cookie': (key, value) => ({
    key,
    value,
    domain: 'example.com',
    path: '/',
    creation: '2026-01-01T00:00:00Z'
  }),
  'of Guzzle': (Name, Value) => ({ Name, Value, Domain: 'example.com', Path: '/', 'Max-Age': null, Secure: false }),
  'of js-cookie': (name, value) => ({ name, value, path: '/', secure: true })
}

const TEXTS: ReadonlyArray<Writing<string>> = [
  (name, secret) => `* Added cookie ${name}="${secret}" for domain example.com, path /, expire 0`,
  (name, secret) => `* Replaced cookie ${name}="${secret}" for domain example.com, path /, expire 1767225600`,
  (name, secret) =>
    `<RequestsCookieJar[<Cookie ${name}=${secret} for .example.com/>, <Cookie ${name}=${secret} for h/>]>`,
  (name, secret) => `Cookie(version=0, name='${name}', value='${secret}', port=None, domain='h', path='/')`,
  (name, secret) =>
    `&{Name:${name} Value:${secret} Path:/ Domain:h Expires:0001-01-01 00:00:00 +0000 UTC HttpOnly:true}`,
  (name, secret) => `&{Name:${name} Value:${secret} Quoted:false Path:/ Domain: HttpOnly:true}`
]

const HARMLESS: ReadonlyArray<unknown> = [
  { name: 'theme', value: 'kQ9vX2mLp7Rz4TnB8sWdEf3H', path: '/a' },
  { name: 'LCP', value: 2500, path: '/shop', domain: 'example.com' },
  { name: 'consent', value: 'accepted', path: '/', domain: 'h' },
  { domain: 'example.com', path: '/', secure: true, value: 'a1b2c3d4e5f6g7' },
  { cookie: { version: '0.7.1', integrity: 'sha512-6DnInpx7SJ2AK3CTUEZM0vWTUboZCegxhC2xiIydHR9jNuTAASBrfEpHhiGOZw' } },
  { credentials: { created_at: 'today', version: 'v1', user: 'ann', description: 'of the shop' } },
  { session: 'open', sid: 7 },
  'Added cookie consent="accepted" to the list',
  '<Cookie banner for all visitors>',
  '{Name:ann Value:7 Path:/a}'
]

describe('a cookie', () => {
  for (const [name, write] of Object.entries(RECORDS))
    it(`is found in a record ${name}`, () => {
      for (const secret of SECRETS)
        for (const each of NAMES.split(' ')) {
          const [shown, hidden] = [[write(each, secret)], [write(each, '[redacted]')]]
          expect(redact(shown)).to.deep.equal(hidden)
          expect(answer(JSON.stringify(shown)).text).to.equal(JSON.stringify(hidden))
          if (secret !== 'hunter2') expect(redact(print(shown))).to.equal(print(hidden))
        }
    })

  for (const write of TEXTS)
    it(`is found in ${write('sid', '…')}`, () => {
      for (const secret of SECRETS)
        for (const each of NAMES.split(' ')) expect(redact(write(each, secret))).to.equal(write(each, '[redacted]'))
    })

  it('is found in a map of them, whatever it is called', () => {
    for (const map of ['cookies', 'cookie', 'signedCookies'])
      for (const each of NAMES.split(' '))
        for (const secret of [SECRETS[0], 'a1b2c3d4e5f6a7b8c9'])
          expect(redact({ [map]: { [each]: secret } })).to.deep.equal({ [map]: { [each]: '[redacted]' } })
    for (const name of ['session', 'sid', 'user_session', 'at'])
      expect(redact({ secrets: { [name]: 'hunter2' } })).to.deep.equal({ secrets: { [name]: '[redacted]' } })
  })

  it('is no other record, no package and nothing that is said of one', () => {
    for (const value of HARMLESS) expect(redact(value)).to.deep.equal(value)
  })
})
