/** What Python's `print` and Node's `console.log` write of data is read as the same JSON is. */
import { expect } from 'chai'
import { inspect } from 'node:util'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()

const FORMS: Readonly<Record<string, (secret: string) => string>> = {
  'a map of Python below a name': (s) => `{'Item': {'user': {'S': 'ann'}, 'password': {'S': '${s}'}}, 'ok': None}`,
  'a list of Python below a name': (s) => `got {'passwords': ['${s}'], 'at': datetime.datetime(2024, 1, 1)}`,
  'lines of a table in Python': (s) => `['id,user,password\\n', '1,ann,${s}\\n']`,
  'lines of a file in Python': (s) => `{'file': 'a', 'lines': ['machine a.example', 'login ann', 'password ${s}']}`,
  'lines of YAML in Node': (s) => inspect(['- name: DB_PASSWORD', `  value: ${s}`]),
  'lines in records of Node': (s) => inspect([{ text: 'user\tpassword' }, { text: `ann\t${s}` }]),
  'JSON in a text in Python': (s) =>
    `{'status': 200, 'body': '{"columns": ["id", "password"], "rows": [[1, "${s}"]]}'}`,
  'pairs in a text in Python': (s) => `{'body': '[["DB_PASSWORD", "${s}"]]', 'ok': True}`,
  'JSON in a text in Node': (s) => inspect({ body: JSON.stringify({ Item: { password: { S: s } } }) }),
  'JSON in a list of texts': (s) => inspect([JSON.stringify({ sensitive: true, value: s }), 'b']),
  'keys that are numbers': (s) => `{'user': {0: 'ann'}, 'password': {0: '${s}'}}`,
  'rows of Python': (s) => `[['user', 'password'], ['ann', '${s}']]\n`,
  'a map of Node below a name': (s) => inspect({ fields: { password: { stringValue: s } }, a: undefined }),
  'what a validator says': (s) => inspect([{ type: 'field', value: s, msg: 'Invalid value', path: 'password' }]),
  'what a validator says of all': (s) =>
    inspect({ params: { value: s, path: 'password', label: undefined }, [Symbol.toStringTag]: 'Error' }),
  'a quote of the other kind within a string': (s) => `{'password': {'S': 'a"b${s}'}, 'ok': True}`,
  'an instance below a name': (s) => inspect({ accessToken: new (class Token { raw = s })() }), // prettier-ignore
  'a Map below a name': (s) => inspect({ passwords: new Map([['ann', s]]) }),
  'a map without a prototype': (s) => inspect({ password: Object.assign(Object.create(null), { plain: s }) }),
  'an instance': (s) => inspect({ user: new (class User { password = { value: s } })() }) // prettier-ignore
}

describe('data that a program prints', () => {
  for (const [what, form] of Object.entries(FORMS))
    for (const secret of ['vT9qLx2mZr7KpW4e', 'Sommer2024!'])
      it(`hold a secret as JSON does: ${what}, ${secret}`, () => {
        expect(redact(form(secret)))
          .to.include('[redacted]')
          .and.not.include(secret)
      })

  for (const text of [
    "{ fieldErrors: { password: [ 'Required', 'String must contain at least 8 character(s)' ] } }",
    "const rules = { password: { type: 'string', label: 'Password', min: 8 } }",
    "{ tokens: Map(1) { 'used' => 5 }, usage: Usage { model: 'a1b2' } }",
    "['a,b', 'the password is required', 'c']",
    `{'body': '{"columns": ["id", "user"], "rows": [[1, "ann2024!"]]}', 'next': "['a1']"}`,
    "it's {'page': {'number': 12}, 'next': ('a', 'b1')}"
  ])
    it(`leave ${text}`, () => {
      expect(redact(text)).to.equal(text)
    })
})
