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

/** Cells without JSON, beside which the others are read. */
const CELLS: Readonly<Record<string, string>> = {
  'lines of Node': inspect({ a: `${'a'.repeat(60)}\n${'b'.repeat(60)}\n` }).slice(4, -1),
  'parts of Python': `('a\\n'\n   'b')`,
  'a time with its zone': 'datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)',
  'a time with the name of its zone': `datetime.datetime(2026, 1, 1, tzinfo=zoneinfo.ZoneInfo(key='Europe/Berlin'))`,
  bytes: `b'ab\\x00'`,
  'a BigInt': '12n',
  'an escape of Python': `'a\\xa0b'`,
  colours: inspect('\u001b[31mred\u001b[0m'),
  'a tab of C': `'\\v'`,
  'a text that Node cut': inspect('abcdef', { maxStringLength: 3 }),
  'a function': '[Function: x]',
  'a function with fields': '[Function: x] { a: 1 }',
  'a class': '[class A extends B]',
  'a Map': inspect(new Map([['a', 1]])),
  'a Map of objects': inspect(new Map([[{ a: 1 }, ['b']]])),
  'a Set': inspect(new Set(['a', 1])),
  'a set of Python': `{'a', 'b'}`,
  'an object that is met again': '<ref *1> { a: [Circular *1] }',
  'no time': inspect(new Date(NaN)),
  'a time': inspect(new Date(0)),
  'a pattern': inspect(/a['"[/,]b/g),
  'a pattern of Python': `re.compile('a(b')`,
  'a Buffer': inspect(Buffer.from('ab')),
  'an instance of Python': `<User(id=1, name='x')>`,
  'an instance with commas': '<Foo a=1, b=2>',
  'an error': `Error: it broke\n      at f (file:///x.js:1:2)\n      at async g {\n    code: 'E'\n  }`,
  'a promise': 'Promise { <pending> }',
  'an expression': `a('b', c[1]) + 'd'`,
  'a map without a prototype': `[Object: null prototype] { a: 'b' }`
}

/** Where other cells make a secret of one. */
const AROUND: Readonly<Record<string, (cell: string, secret: string) => string>> = {
  'a table of Node': (cell, s) => `{ columns: [ 'id', 'password' ], rows: [ [ ${cell}, '${s}' ], [ 'b', '${s}' ] ] }`,
  'a table of Python': (cell, s) => `{'columns': ['id', 'password'], 'rows': [(${cell}, '${s}'), ('b', '${s}',)]}`,
  rows: (cell, s) => `[['id', 'at', 'password'], [1, ${cell}, '${s}'], [2, ${cell}, '${s}']]`,
  'a pair': (cell, s) => `{ at: ${cell}, field: 'password', seen: ${cell}, actual: '${s}' }`,
  'a Secret': (cell, s) => `{ kind: 'Secret', metadata: { at: ${cell} }, stringData: { a: '${s}' } }`,
  'a map below a name': (cell, s) => `{'x': ${cell}, 'password': {'S': '${s}'}, 'y': ${cell}}`,
  'a text that is cut': (cell, s) => `(this: b, ${cell}, {'x': ${cell}, 'password': {'S': '${s}'}, 'y': ${cell}, 'z`
}

describe('data that a program prints', () => {
  for (const [what, form] of Object.entries(FORMS))
    for (const secret of ['vT9qLx2mZr7KpW4e', 'Sommer2024!'])
      it(`hold a secret as JSON does: ${what}, ${secret}`, () => {
        expect(redact(form(secret)))
          .to.include('[redacted]')
          .and.not.include(secret)
      })

  for (const [where, around] of Object.entries(AROUND))
    for (const [what, cell] of Object.entries(CELLS))
      it(`hide nothing beside ${what} in ${where}`, () => {
        const text = around(cell, 'Sommer2024!')
        expect(redact(text)).to.equal(text.replaceAll('Sommer2024!', '[redacted]'))
      })

  for (const [what, text] of Object.entries({
    'over several lines': `{ password: { S: 'Sommer2024!\\n' +\n 'Winter2025!' } }`,
    'in parts': `{'password': {'S': ('Sommer2024!'\n 'Winter2025!')}}`,
    'in a Set': `{ passwords: Set(2) { 'Sommer2024!', 'Winter2025!' } }`,
    'as bytes': `{'columns': ['id', 'password'], 'rows': [[1, b'Sommer2024!'], [2, b'Winter2025!']]}`,
    'cut by Node': `[['id', 'password'], [1, 'Sommer2024!'... 10 more characters], [2, 'Winter2025!']]`,
    'as an argument': `{'columns': ['id', 'password'], 'rows': [[1, Text('Sommer2024!')], [2, Text('Winter2025!')]]}`,
    'of two maps': `(got {'password': {'S': 'Sommer2024!'}} and {'password': {'S': 'Winter2025!'}})`
  }))
    it(`hold a secret ${what}`, () => {
      expect(redact(text))
        .to.include('[redacted]')
        .and.not.match(/Sommer|Winter/)
    })

  for (const cell of Object.values(CELLS))
    it(`leave a table without a secret beside ${cell}`, () => {
      const text = `{ columns: [ 'id', 'season' ], rows: [ [ ${cell}, 'Sommer2024!' ] ], at: ${cell} }`
      expect(redact(text)).to.equal(text)
    })

  for (const text of [
    "{ fieldErrors: { password: [ 'Required', 'String must contain at least 8 character(s)' ] } }",
    "const rules = { password: { type: 'string', label: 'Password', min: 8 } }",
    "{ tokens: Map(1) { 'used' => 5 }, usage: Usage { model: 'a1b2' } }",
    "['a,b', 'the password is required', 'c']",
    `{'body': '{"columns": ["id", "user"], "rows": [[1, "ann2024!"]]}', 'next': "['a1']"}`,
    "it's {'page': {'number': 12}, 'next': ('a', 'b1')}",
    `const f = ({ password, rows }: Form) => rows.map((row, i) => ({ id: \`a\${i}\`, value: row['b1'] ?? 'c2' }))`,
    `if (!isValid(user, { token: [] })) { log('token: no 1', [user.id]); return next(new Error("e2")) }`,
    `12:00 [api] INFO (pid 7): { headers: { a: 'b1' }, tokens: [Object], rows: [ [Array], [ 'c2', 3 ] ] } took 3 ms`,
    `Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g(x['a'], {'b': ['c1']})\nKeyError: 'password'`
  ])
    it(`leave ${text}`, () => {
      expect(redact(text)).to.equal(text)
    })
})
