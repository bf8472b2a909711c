import { findPublishedTokens, publishedForms, redactor, responseRedactor } from '#core/redact'
import { expectProportion } from '../../helpers/fastest-ms.js'
import { randomOf } from '../../helpers/random.js'
import { share } from '../../helpers/runs.js'
import { sampleOf } from './token-samples.js'

const E = '\u001b'

/** What a text may repeat, for each group of rules, and what may stand before it. */
const REPEATED: Readonly<Record<string, { before: ReadonlyArray<string>; parts: ReadonlyArray<string> }>> = {
  'tokens, headers and key blocks': {
    before: ['', 'password="', '://u:', 'eyJ', 'Bearer ', '-----BEGIN A-----'],
    parts: [
      'eyJ',
      'eyJa.',
      'a.',
      '://',
      '://a:',
      '://a:b',
      '@',
      '://@',
      'Bearer ',
      'Basic a',
      '-----BEGIN A-----',
      '-----BEGIN ',
      'sk-',
      'AKIA',
      'ghp_',
      'github_pat_',
      'xoxb-',
      'SG.aaaaaaaaaaaaaaaaaaaa',
      'password',
      'password=',
      'password="',
      'password=\\"',
      'token ',
      'token: ',
      '\\"',
      '\\',
      '=',
      'a:',
      '-',
      'cookie: ',
      '?key=',
      ' ',
      ',',
      ')'
    ]
  },
  'values under names': {
    before: ['', 'a,password\n', 'password: ', 'kind: Secret\ndata:\n'],
    parts: [
      'a,',
      'password="a"+',
      'password="a"\n"b',
      '"a" + ',
      'user,password\n',
      '",',
      '<tr><td>',
      '<tr><th>password<th>a',
      'a  ',
      'mot de ',
      'пароль ',
      'api key ',
      'password received ',
      'password"',
      'Key (password',
      'root:x',
      'root:x@',
      '* ',
      'a\n',
      '  a: b\n',
      '- data:\n  kind: Secret\n',
      '-- ',
      'params: [',
      'UPDATE a SET password=? params: [',
      'SELECT password IN (',
      'INSERT INTO a (password) SELECT ',
      'binding parameter [1] - [',
      '0 a\nName: password, dtype: a\n',
      'passwords:\n- a\n',
      'passwords:\n  - a1b2c3d4e5\n',
      '\n- a',
      '<input value="a" ',
      '<input name="a',
      '<input name="a_token" ',
      "PASSWORD 'a''",
      "password='a'\\''",
      "INSERT INTO a (password) VALUES ('a''",
      "parameters: $1 = 'a' ",
      'password -> a',
      'password      '
    ]
  },
  commands: {
    before: ['', 'mysql ', 'docker login -p "', '["redis-cli"'],
    parts: [
      'mysql ',
      'mysql -p',
      'login "',
      "curl -u '",
      'curl -u a:b ',
      '-p ',
      ' --token',
      ' --token a',
      ' --token abc',
      ' --a b --token abc',
      ',',
      '\\\n',
      "'",
      'AUTH ',
      'AUTH a ',
      '> AUTH ',
      '"AUTH" "',
      'AUTH\n$1\n',
      'args: [',
      "command: { name: 'auth', args: [",
      "{ name: 'auth', args: [",
      "command: 'auth', args: [ 'a"
    ]
  },
  cells: {
    before: ['', 'UPDATE a SET password = 1 '],
    parts: [
      'password | ',
      'password | a\n',
      `password${' '.repeat(60)}| `,
      '| password',
      'a.b.password ',
      '<th>password</th><td>',
      '<dt>password</dt>\n',
      '<property name="password',
      '1) "password"\n2) ',
      "'loc': ('password'), 'msg': ",
      "'password', 'a': 'b', ",
      '"password",,,,',
      'password = "" -> ',
      "UPDATE a SET b = '",
      "b = 'c' args=('c', ",
      '--master-key ',
      '┌─a─┬─password─┐\n',
      'a,Key1\n'
    ]
  },
  'what serializers escape': {
    before: ['', 'password: ', '{"a":"'],
    parts: [
      '\\u0070',
      '\\',
      '\\u',
      '\\u0022',
      '\\u005c',
      '\\u003cb\\u003e',
      '\\u001b[1m',
      '\\u009d',
      'password\\u003d',
      '{"\\u0022',
      '{"a":"\\u003d"}',
      '[["\\n',
      '"a\\n',
      '"a\\n"',
      '"\\',
      '""a',
      '""a""',
      '`"a',
      "'a\\n",
      "'a\\n'",
      "b'\\\\n",
      "'\\n' +\n",
      '"\\n\'\\n`\\n'
    ]
  },
  'tables, forms and statements': {
    before: ['', 'UPDATE t SET password = $1 '],
    parts: [
      `password${' '.repeat(50)}`,
      `password ${'.'.repeat(50)}`,
      '--token\n- ',
      '[--token, a',
      '- redis-cli\n- ',
      'A_PASSWORD_',
      "'token:'",
      'auth: ',
      'auth:a:',
      'auth: a = ',
      "'token: a' ",
      '-----BEGIN A-----\n',
      '-----BEGIN A-----a',
      'Call log: - fill("a',
      'tacacs-server a ',
      ': username a secret ',
      '$A$005$a',
      'db.auth("a", ',
      'a.setPassword("',
      ' -a 0123456789012345678901234567890123456789',
      'process.env.A || ',
      '://a:b',
      ' ["',
      'a is not ',
      '> auth ',
      'Added cookie a="b',
      '<Cookie a=b',
      "Cookie(version=0, name='a', value='",
      'Name:a Value:b ',
      '--password.a.b ',
      'name: password\nvalue: ab12 cd34 ef56 ',
      "password input_value='abcd efgh ijkl",
      'password:\nabcd efgh ijkl',
      `'{"password": "`,
      `'[["password", '`,
      "cookie: [ '",
      "cookie: [ 'a', ",
      "cookie: [ 'a=b', 'c=d', ",
      ';Pwd={a',
      ';Pwd={a;}}',
      'a.secret.key',
      'fs.s3a.secret.key ',
      'a.secret.key=',
      'api.key=',
      '-Dapi.key ',
      'a=b; path=',
      'a=bcdefghi1J',
      'secret access key ',
      'secretsecretsecret.',
      'UGFzc3dvcmQ6\n',
      'MDEyMDEyMDEyMDEyMDEyMDEyMDE6MDEy',
      'This password must be only used',
      'key1 FULL '
    ]
  },
  'colours and tags': {
    before: ['', 'password: ', '<b>', `${E}]8;;`],
    parts: [
      '<b>',
      '<b',
      '<!--',
      '<!-- -->',
      '<svg>',
      '<svg/>',
      '<button>',
      '<button>a<b>',
      '<td><!-- -->',
      '<name>password</name><a>b</a>',
      '<name>password</name><value a',
      '</td><td>',
      '<span class="',
      'password</b>',
      'password: <b>',
      '**password**',
      '*',
      '&quot;',
      '&quot',
      `${E}[1m`,
      `${E}[`,
      `${E}]8;;`,
      `${E}]0;a\u0007`,
      'a\b',
      '\u00ad',
      'password=Some(',
      'password=Just ',
      "password=b'",
      'skey%3D',
      'akey,',
      'ghp_',
      'machine a login b password ',
      `password${E}[0m=x `
    ]
  }
}

/** JSON that was cut, as [what stands before, what is repeated]. */
const CUT_JSON = [
  ['', '['],
  ['{"password":', '['],
  ['"', '\\'],
  ['["', 'a:'],
  ['', '{"a":'],
  ['[', '{"value":"x","path":["a"]},'],
  ['{"fields":[', '"a",'],
  ['', '{"sensitive_values":'],
  ['{"sensitive_values":', '[']
] as const

describe('redaction takes time in proportion to a text, whatever it repeats', () => {
  const long = redactor({ maxLength: 400_000, maxChars: 400_000 })

  for (const [name, { before, parts }] of Object.entries(REPEATED))
    it(`looking for ${name}`, () => {
      for (const part of share(parts)) for (const start of before) expectProportion(part, long, start)
    })

  it("looking for names of a caller's own", () => {
    const own = redactor({ maxLength: 400_000, maxChars: 400_000, keys: ['ssn', 'customer number'] })
    const parts = [
      'ssn',
      'ssn=',
      'ssn,',
      's s n',
      'customer_',
      'customer number',
      'user,ssn\n',
      '--ssn a',
      '%3ssn',
      '<b>ssn</b>: '
    ]
    for (const part of parts) for (const start of ['', 'id,ssn\n', 'password: ']) expectProportion(part, own, start)
  })

  it('looking through JSON', () => {
    for (const [before, part] of share(CUT_JSON)) expectProportion(part, responseRedactor(), before)
  })

  it('looking for published tokens', () => {
    for (const { line, sign } of share(publishedForms())) {
      const token = sampleOf(line, randomOf(line))
      for (const part of [sign, `${sign}7`, token.slice(0, -1), token]) expectProportion(part, findPublishedTokens)
    }
  })
})
