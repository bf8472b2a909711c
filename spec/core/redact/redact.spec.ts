import { expect } from 'chai'
import * as fc from 'fast-check'
import { redactor } from '#core/redact'
import { anyNameRedactor } from './any-name.js'
import { hostileValues } from '../../helpers/hostile.js'

const redact = anyNameRedactor()

const CANARY = 'c4n4ryC4N4RYc4n4ry99'
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJl'
const PEM = `-----BEGIN RSA PRIVATE KEY-----\nMIIEow${CANARY}\n-----END RSA PRIVATE KEY-----`

describe('redactor', () => {
  describe('by key', () => {
    const secret = [
      'authorization',
      'Authorization',
      'AUTHORIZATION',
      'proxy-authorization',
      'cookie',
      'Set-Cookie',
      'x-api-key',
      'X_API_KEY',
      'xApiKey',
      'api_key',
      'apikey',
      'ApiKey',
      'token',
      'access_token',
      'accessToken',
      'refresh-token',
      'id.token',
      'password',
      'passwd',
      'pwd',
      'db_password',
      'userPassword',
      'PGPASSWORD',
      'passphrase',
      'secret',
      'client_secret',
      'clientSecret',
      'aws_secret_access_key',
      'private_key',
      'privateKey',
      'connection_string',
      'connectionString',
      'dsn',
      'DSN',
      'credentials',
      'x-amz-security-token',
      'signature',
      'access_tokens'
    ]
    for (const key of secret) {
      it(`replaces the value of ${key}`, () => {
        expect(redact({ [key]: CANARY, a: [{ [key]: CANARY }] })).to.deep.equal({
          [key]: '[redacted]',
          a: [{ [key]: '[redacted]' }]
        })
      })
    }

    it('knows the names that pairs, entries and flags give to their values', () => {
      expect(
        redact({
          headers: [
            ['x-api-key', 'sesame'],
            ['accept', 'text/html']
          ],
          har: [
            { name: 'Authorization', value: 'sesame1' },
            { name: 'Accept', value: 'text/html' }
          ],
          env: [{ key: 'DB_PASSWORD', value: { from: 'sesame' } }],
          argv: ['--password', 'sesame', '--host', 'db'],
          columns: ['id', 'password', 'mail']
        })
      ).to.deep.equal({
        headers: [
          ['x-api-key', '[redacted]'],
          ['accept', 'text/html']
        ],
        har: [
          { name: 'Authorization', value: '[redacted]' },
          { name: 'Accept', value: 'text/html' }
        ],
        env: [{ key: 'DB_PASSWORD', value: { from: '[redacted]' } }],
        argv: ['--password', '[redacted]', '--host', 'db'],
        columns: ['id', 'password', 'mail']
      })
    })

    it('replaces the data of a Secret of Kubernetes, whatever their names', () => {
      expect(redact({ kind: 'Secret', data: { foo: 'aHVudGVyMg==' }, metadata: { name: 'a' } })).to.deep.equal({
        kind: 'Secret',
        data: { foo: '[redacted]' },
        metadata: { name: 'a' }
      })
      expect(redact({ kind: 'ConfigMap', data: { foo: 'bar' } })).to.deep.equal({
        kind: 'ConfigMap',
        data: { foo: 'bar' }
      })
    })

    it('replaces everything in a value, whatever its shape, but what stands beside secrets', () => {
      class Pool {}
      expect(
        redact({
          auth: { user: 'ann', pass: 'pw', x: CANARY, method: 'basic', more: [{ y: CANARY }] },
          cookies: [CANARY],
          token: 10n,
          pin: 1234,
          secrets: { DB: 'pw', pool: new Pool() }
        })
      ).to.deep.equal({
        auth: { user: 'ann', pass: '[redacted]', x: '[redacted]', method: 'basic', more: [{ y: '[redacted]' }] },
        cookies: ['[redacted]'],
        token: '[redacted]',
        pin: '[redacted]',
        secrets: { DB: '[redacted]', pool: '[redacted]' }
      })
    })

    it('leaves what an advisory says of a package that is called like a secret', () => {
      const cookie = {
        name: 'cookie',
        severity: 'low',
        via: [{ source: 1099846, name: 'cookie', dependency: 'cookie', range: '<0.7.0' }],
        effects: ['express'],
        nodes: ['node_modules/cookie']
      }
      expect(redact({ vulnerabilities: { cookie } })).to.deep.equal({ vulnerabilities: { cookie } })
    })

    it('leaves values that give nothing away', () => {
      const value = { has_password: true, token: null, secret: '', password: false }
      expect(redact(value)).to.deep.equal(value)
    })

    it('tells base64 that begins with a slash from a path', () => {
      for (const key of ['/wJalrXUtnFEMI/K7MDENGbPx4', '/k9Qv/X2mLp7Rz4TnB8sWdE/f3', '/7xT2/Kq9LmW4zR/b8NcV5pJ'])
        for (const name of ['password', 'client_secret', 'SecretAccessKey']) {
          expect(redact({ [name]: key })).to.deep.equal({ [name]: '[redacted]' })
          expect(redact(`${name}=${key}`)).to.equal(`${name}=[redacted]`)
        }
      for (const path of [
        '/run/secrets/DbPassword1',
        '/Users/Ann/MyApp2/Keys/Db',
        '/api/v1/credentials/Xy7Qz/Ab',
        '/C/Keys/DB2/Prod'
      ])
        expect(redact({ password: path })).to.deep.equal({ password: path })
    })

    it('leaves names that only look like secrets', () => {
      const value = {
        tokens: 12,
        max_tokens: 100,
        prompt_tokens: 7,
        tokenizer: 'bpe',
        secretary: 'Ann',
        compass: 'north',
        next_page_token: 'CAUQAA',
        pageToken: 'CAUQAA',
        NextToken: 'x',
        passenger: 'Bo',
        cookie_policy: 'strict',
        key: 'orders',
        keys: 3,
        author: 'Ann',
        code: 'unauthorized',
        kansas: 5,
        bypass: 'x',
        time_signature: 4,
        zip_code: '12345',
        partition_key: 'orders#7',
        credential: 1153,
        PWD: '/home/ann',
        object_key: 'kV3xT8qLm2Zr7PwYc5NdHb9sQe4RtU6yGj1XwA0z',
        datasetKey: '8cb47a5d-e876-23b7-b661-64849ce92d3f',
        Sid: 'AllowPushAndPullFromCodeBuildV2Project',
        dependencies: { cookie: '^0.4.1' }
      }
      expect(redact(value)).to.deep.equal(value)
    })

    it("knows the user's own names, in any spelling", () => {
      expect(
        redactor({ keys: ['social security-number', 'IBAN'] })({
          socialSecurityNumber: CANARY,
          iban: CANARY,
          ibans: 'kept'
        })
      ).to.deep.equal({ socialSecurityNumber: '[redacted]', iban: '[redacted]', ibans: 'kept' })
    })

    it('goes by the look of the value where a name is doubtful', () => {
      expect(redact({ primary_key: 'id', secondary_key: `${CANARY}${CANARY}` })).to.deep.equal({
        primary_key: 'id',
        secondary_key: '[redacted]'
      })
    })

    it('looks only at the end of an endless name', () => {
      expect(redact({ [`${'x'.repeat(100_000)}_password`]: CANARY })).to.deep.equal({
        [`${'x'.repeat(199)}…`]: '[redacted]'
      })
    })
  })

  describe('by shape', () => {
    const cases: ReadonlyArray<readonly [string, string, string]> = [
      ['a bearer token', `sent Bearer ${CANARY}, got 401`, 'sent Bearer [redacted], got 401'],
      ['a bearer token in lower case', `bearer  ${CANARY}`, 'bearer  [redacted]'],
      ['basic credentials', 'Basic dXNlcjpwYXNz and more', 'Basic [redacted] and more'],
      [
        'an Authorization header',
        `Authorization: AWS4-HMAC-SHA256 Credential=${CANARY}, Signature=${CANARY}\nHost: x`,
        'Authorization: [redacted]\nHost: x'
      ],
      ['a Cookie header', `cookie: sid=${CANARY}; theme=${CANARY}`, 'cookie: [redacted]'],
      ['an AWS access key', `id AKIAIOSFODNN7EXAMPLE.`, 'id [redacted].'],
      ['a temporary AWS key', `ASIAIOSFODNN7EXAMPLE`, '[redacted]'],
      ['an OpenAI key', `key sk-proj-${CANARY} was refused`, 'key [redacted] was refused'],
      ['an Anthropic key', `sk-ant-api03-${CANARY}`, '[redacted]'],
      ['a Stripe key', `sk_live_${CANARY}`, '[redacted]'],
      ['a GitHub token', `https://api.github.com as ghp_${CANARY}`, 'https://api.github.com as [redacted]'],
      ['a fine-grained GitHub token', `github_pat_11ABC_${CANARY}`, '[redacted]'],
      ['a GitLab token', `glpat-${CANARY}`, '[redacted]'],
      ['a Slack token', `xoxb-123456-${CANARY} xapp-1-${CANARY}`, '[redacted] [redacted]'],
      ['a Google key', `AIza${CANARY}${CANARY.slice(0, 15)}`, '[redacted]'],
      ['an npm token', `npm_${CANARY}${CANARY}`, '[redacted]'],
      ['a JSON web token', `jwt ${JWT} end`, 'jwt [redacted] end'],
      ['a JSON web token that was cut', JWT.slice(0, 30), '[redacted]'],
      ['a JSON web token glued to a name', `session_${JWT}`, 'session_[redacted]'],
      [
        'the credentials of a connection string',
        `postgres://ann:${CANARY}@db:5432/x?ssl=1`,
        'postgres://[redacted]@db:5432/x?ssl=1'
      ],
      ['a password with an at sign', `postgres://ann:${CANARY}@${CANARY}@db/x`, 'postgres://[redacted]@db/x'],
      ...['smtp', 'https', 'mysql'].map(
        (scheme) =>
          [
            `a user with an at sign: ${scheme}`,
            `${scheme}://ann@example.com:${CANARY}@db.example/x`,
            `${scheme}://[redacted]@db.example/x`
          ] as const
      ),
      ['a password with a slash', `postgres://ann:${CANARY}/${CANARY}@db/x`, 'postgres://[redacted]@db/x'],
      ['a user name that is a token', `https://${CANARY}@github.com/a/b`, 'https://[redacted]@github.com/a/b'],
      ['an empty user name', `redis://:${CANARY}@cache:6379`, 'redis://[redacted]@cache:6379'],
      ...[`'${CANARY}'`, `"${CANARY}"`, `'$${CANARY}'`].map(
        (word) => ['a password that a shell joins', `psql a://ann:${word}@db/x`, 'psql a://[redacted]@db/x'] as const
      ),
      ['a port before an address in JSON', '{"a":"redis://h:6379","b":"a@b.c"}', '{"a":"redis://h:6379","b":"a@b.c"}'],
      ['a password of openssl', `openssl rsa -passin pass:'${CANARY}'`, "openssl rsa -passin pass:'[redacted]'"],
      ['a PEM block', `key:\n${PEM}\nend`, 'key:\n[redacted]\nend'],
      ['a PEM block that was cut', PEM.slice(0, 60), '[redacted]'],
      ['a PEM block with escaped line breaks', `x ${JSON.stringify(PEM)} y`, 'x "[redacted]" y'],
      ['a query value', `GET /a?page=2&api_key=${CANARY}&b=1`, 'GET /a?page=2&api_key=[redacted]&b=1'],
      ['the key of a query', `https://maps.example/x?key=${CANARY}&q=a`, 'https://maps.example/x?key=[redacted]&q=a'],
      [
        'a signed URL',
        `https://s3.example/x?X-Amz-Signature=${CANARY}&sig=${CANARY}#f`,
        'https://s3.example/x?X-Amz-Signature=[redacted]&sig=[redacted]'
      ],
      ['a libpq string', `host=db password=${CANARY} user=ann`, 'host=db password=[redacted] user=ann'],
      ['a quoted value', `password='${CANARY} ${CANARY}' user=ann`, "password='[redacted]' user=ann"],
      ['an ODBC string', `Server=db;Password=${CANARY};Database=x`, 'Server=db;Password=[redacted];Database=x'],
      [
        'an environment',
        `DB_PASSWORD=${CANARY}\nSTRIPE_SECRET_KEY=${CANARY}\nPORT=80`,
        'DB_PASSWORD=[redacted]\nSTRIPE_SECRET_KEY=[redacted]\nPORT=80'
      ],
      [
        'JSON in a text',
        `body {"user":"ann","password":"a\\"${CANARY}","token":12345}`,
        'body {"user":"ann","password":"[redacted]","token":[redacted]}'
      ],
      [
        'JSON in JSON',
        `{\\"client_secret\\":\\"${CANARY}\\",\\"a\\":1}`,
        '{\\"client_secret\\":\\"[redacted]\\",\\"a\\":1}'
      ],
      ['JSON in JSON that was cut', `{\\"token\\":\\"${CANARY}`, '{\\"token\\":\\"[redacted]'],
      ['a JavaScript literal', `{ apiKey: \`${CANARY}\`, a: 1 }`, '{ apiKey: `[redacted]`, a: 1 }'],
      ['a quote that never closes', `{"password":"${CANARY} ${CANARY}`, '{"password":"[redacted]'],
      ['a Ruby literal', `:password => '${CANARY}'`, ":password => '[redacted]'"],
      ['prose', `login failed with password: ${CANARY}.`, 'login failed with password: [redacted].'],
      ['a header with its scheme', `x-auth-token: Bearer ${CANARY} y`, 'x-auth-token: Bearer [redacted] y'],
      ['a token with a prefix of its kind', `got acme_live_${CANARY} back`, 'got [redacted] back'],
      ['a token with any prefix', `got acme_${CANARY}${CANARY} back`, 'got [redacted] back'],
      ['a digest of a password', 'root:$6$c4n4ryC4$N4RYc4n4ryC4N4RYc4n4ry:19000', 'root:[redacted]:19000'],
      [
        'the URL of a webhook',
        `POST https://hooks.example.com/services/T1/${CANARY}`,
        'POST https://hooks.example.com/[redacted]'
      ],
      ['a field of XML', `<db><password>${CANARY}</password></db>`, '<db><password>[redacted]</password></db>'],
      [
        'a name and a value as attributes',
        `<add key="ApiToken" value="${CANARY}"/>`,
        '<add key="ApiToken" value="[redacted]"/>'
      ],
      [
        'a name and a value as fields',
        `{"name":"DB_PASSWORD","value":"${CANARY}"}`,
        '{"name":"DB_PASSWORD","value":"[redacted]"}'
      ],
      ['arguments of a function', `setProperty("API_TOKEN", "${CANARY}")`, 'setProperty("API_TOKEN", "[redacted]")'],
      ['a key block behind its name', `A=1\nAPP_PRIVATE_KEY=${PEM}\nB=1`, 'A=1\nAPP_PRIVATE_KEY=[redacted]\nB=1'],
      ['a key block in YAML', `privateKey: |\n  ${PEM}\nport: 1`, 'privateKey: |\n  [redacted]\nport: 1'],
      ['a key block in XML', `<privateKey>${PEM}</privateKey>`, '<privateKey>[redacted]</privateKey>'],
      ['a typed constant', `const apiKey: string | null = '${CANARY}'`, "const apiKey: string | null = '[redacted]'"],
      ['a typed field of Python', `password: Optional[str] = "${CANARY}"`, 'password: Optional[str] = "[redacted]"'],
      ['what stands in for a missing one', `env.API_KEY ?? '${CANARY}'`, "env.API_KEY ?? '[redacted]'"],
      ['the same in Python', `getenv("API_KEY") or "${CANARY}"`, 'getenv("API_KEY") or "[redacted]"'],
      ['a block of YAML', `token: |\n  ${CANARY}\nport: 1`, 'token: |\n  [redacted]\nport: 1'],
      ['a list', `recovery_codes: ["${CANARY}", "${CANARY}"]`, 'recovery_codes: [[redacted]]'],
      [
        'a URL in a URL',
        `next=https%3A%2F%2Fh%2F%3Faccess_token%3D${CANARY}%26a%3D1`,
        'next=https%3A%2F%2Fh%2F%3Faccess_token%3D[redacted]%26a%3D1'
      ],
      ['credentials of a URL in a URL', `u=https%3A%2F%2Fann%3A${CANARY}%40h`, 'u=https%3A%2F%2Fann%3A[redacted]%40h'],
      ['an option of a command', `app --password ${CANARY} --verbose`, 'app --password [redacted] --verbose'],
      ['user and password of a command', `curl -u ann:${CANARY} https://h/`, 'curl -u ann:[redacted] https://h/'],
      [
        'a short option of a command that logs in',
        `docker login -u ann -p ${CANARY} h`,
        'docker login -u ann -p [redacted] h'
      ],
      ['a statement', `ALTER USER a IDENTIFIED BY '${CANARY}'`, "ALTER USER a IDENTIFIED BY '[redacted]'"],
      ['a sentence', `API key ${CANARY} is invalid`, 'API key [redacted] is invalid'],
      [
        'a key that was sent',
        `The API Key you provided (${CANARY}) is wrong`,
        'The API Key you provided ([redacted]) is wrong'
      ],
      ['a key that is told of', `The key '${CANARY}' is not authorized`, "The key '[redacted]' is not authorized"],
      ['a code for once', 'Your verification code is 482913.', 'Your verification code is [redacted].'],
      ['a code for once, first', '482913 is your Example login code', '[redacted] is your Example login code'],
      ['the code of a login', `/cb?code=${CANARY}&page=2`, '/cb?code=[redacted]&page=2'],
      ['a link to a new password', `https://h/reset/${CANARY}`, 'https://h/reset/[redacted]'],
      ['a key with a doubtful name and a random value', `storageKey=${CANARY}${CANARY}`, 'storageKey=[redacted]']
    ]
    // Words: by their names alone.
    const named: ReadonlyArray<readonly [string, string, string]> = [
      [
        'a password among settings of a connection',
        'host=h user=app password=sesame dbname=shop',
        'host=h user=app password=[redacted] dbname=shop'
      ],
      ['a variable before a command', 'PGPASSWORD=sesame psql -h db', 'PGPASSWORD=[redacted] psql -h db'],
      ['a line of a file', 'DB_PASSWORD=sesame\nDB_USER=app', 'DB_PASSWORD=[redacted]\nDB_USER=app'],
      ['a literal of SQL', "the password N'sesame' is too short", "the password N'[redacted]' is too short"],
      ['bytes of Python', "password is b'sesame'", "password is b'[redacted]'"],
      ['a wide colon', 'password：sesame', 'password：[redacted]'],
      [
        'an element with attributes',
        '<Password xsi:type="xsd:string">sesame</Password>',
        '<Password xsi:type="xsd:string">[redacted]</Password>'
      ],
      ['a braced value of ODBC', 'Uid=sa;PWD={kV3xT8qLm2};', 'Uid=sa;PWD={[redacted]};'],
      ['userinfo without a scheme', 'from //app:sesame@db/shop', 'from //app:[redacted]@db/shop'],
      ['userinfo before a host', 'from app:kV3xT8qLm2@db.example.com/shop', 'from app:[redacted]@db.example.com/shop'],
      [
        'a parameter of an Authorization header',
        'Authorization: Token token="sesame", nonce="x"',
        'Authorization: Token token="[redacted]", nonce="x"'
      ],
      [
        'the response of a digest',
        'Digest username="ann", realm="r", response="sesame1"',
        'Digest username="ann", realm="r", response="[redacted]"'
      ],
      ['an Authorization by an unknown scheme', 'Authorization: SSWS Xk9mQ2vLp7wRt4Z', 'Authorization: [redacted]'],
      ['an Authorization that is no word', 'authorization: hunter2blue', 'authorization: [redacted]'],
      [
        'a name and its value',
        '{"name":"DB_PASSWORD","value":"sesame"}',
        '{"name":"DB_PASSWORD","value":"[redacted]"}'
      ],
      ['an emphasised token', '_AKIAIOSFODNN7EXAMPLE_ and __AKIAIOSFODNN7EXAMPLE__', '_[redacted]_ and __[redacted]__']
    ]
    for (const [name, text, redacted] of [...cases, ...named]) {
      it(`replaces ${name}`, () => {
        expect(redact(text)).to.equal(redacted)
        expect(redact({ note: [text] })).to.deep.equal({ note: [redacted] })
      })
    }

    it('leaves honest text as it is', () => {
      for (const text of [
        'token: expected string, received number',
        'a1 LOGIN failed for user',
        'Authorization: see RFC7235 section 4',
        'ls -a home:x1y2z3w4',
        "- 'password': required field is missing — provide a value",
        'https://example.com:8080/path?page=2&q=a@b.example',
        'Basic usage of the basic plan',
        'Bearer token expired',
        'Bearer authentication is required',
        'task-management-system-with-long-name',
        'ann@example.com wrote',
        '2026-01-02T03:04:05.000Z',
        'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        'orders[0].total: expected number',
        'has_password: true',
        'git+https://example.com/x.git',
        'Password: Enter your own',
        'password=getpass() token=await getToken()',
        'authorization: required',
        'credentials: include',
        '// note: ann@example.com, mailto:a1b2c3d4@example.com',
        '<token type="word" id="1">two words</token>',
        "the token 'next' is a word",
        'key=orders',
        "const apiKey: string = load('x'); let token: Token = next()",
        'privateKey: -----BEGIN CERTIFICATE-----',
        "the key 'orders/9f86d081884c7d659a2f' was not found; key 9f86d081884c7d659a2f is stored",
        'partition_key=orders#2026-01-02 sort_key=b',
        'arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop-a1B2c3',
        'ssh://git@example.com/a/b.git',
        'ssh://git@example.com:2222/a/b.git@v1',
        'kafka://ann@a.example:9092,bob@b.example:9092/x',
        'https://ann@example.com/x:1@2',
        'https://medium.example/@ann:post@2024',
        'https://esm.example/react@18.2.0:x@y',
        'Failed password for root from 10.0.0.1 port 22 ssh2',
        'PWD=/home/ann dsn=4.3.0 token=BinderProxy@2bd79ce',
        'def login(password: str, token: Optional[str] = None)',
        'password = getpass.getpass() if token else self.token',
        'Downloading multidict-6.6.3-cp313-cp313-manylinux2014_x86_64.manylinux_2_17_x86_64.whl',
        'image sha256-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        'chatcmpl-9UJKaB3dEf6GhI8jKlMn0PqRsTuV1',
        '{"cursor":"eyJsYXN0X2lkIjogMSwgImxhc3RfdmFsdWUiOiAiMSJ9"}',
        '{"token":"Hey","logprob":-1.04}',
        '{"nextPageToken":"kV3xT8qLm2Zr7PwYc5NdHb9sQe4RtU6yGj1XwA0z"}',
        '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
        'exit code 40001, status code: 200',
        'validation_retry_outcome tool=search ext=crm outcome=success retry_count=1'
      ])
        expect(redact(text)).to.equal(text)
    })

    it("replaces what the user's own patterns match, sticky or not, and nothing where they match nothing", () => {
      const own = redactor({ patterns: [/ACME-\d+/y, /x*/, /customer \w+/i] })
      expect(own('ACME-1 b ACME-22 Customer ann')).to.equal('[redacted] b [redacted] [redacted]')
    })

    it('redacts keys too', () => {
      expect(redact({ [`postgres://ann:${CANARY}@db`]: 1 })).to.deep.equal({ 'postgres://[redacted]@db': 1 })
    })

    it('keeps both of two keys that are cut or redacted to the same text', () => {
      const long = 'k'.repeat(300)
      const cutKey = `${'k'.repeat(199)}…`
      expect(
        redactor()({
          [`${long}a`]: 1,
          [`${long}b`]: 2,
          [`${cutKey} (2)`]: 3,
          AKIAABCDEFGHIJKLMNOP: 4,
          AKIAABCDEFGHIJKLMNOQ: 5
        })
      ).to.deep.equal({
        [cutKey]: 1,
        [`${cutKey} (2)`]: 2,
        [`${cutKey} (3)`]: 3,
        '[redacted]': 4,
        '[redacted] (2)': 5
      })
    })

    it('sees a secret whole that the cut goes through', () => {
      expect(redactor({ maxLength: 20 })(`0123456789 ${JWT}`)).to.equal('0123456789 [redacte…')
    })
  })

  describe('as a copy', () => {
    it('keeps plain data as it is and does not touch the original', () => {
      const value = { a: [1, 'b', null, undefined, true], c: { d: Number.NaN } }
      const copy = redact(value)
      expect(copy).to.deep.equal(value)
      expect(copy).not.to.equal(value)
    })

    it('names what is no plain data', () => {
      class Pool {
        password = CANARY
      }
      const failure = Object.assign(new Error(`no route for Bearer ${CANARY}`), {
        code: 'ECONNREFUSED',
        options: { password: CANARY }
      })
      expect(
        redact([
          new Pool(),
          new Map([['a', CANARY]]),
          new Date(0),
          new Date(Number.NaN),
          Buffer.from('abc'),
          10n,
          () => CANARY,
          Symbol(CANARY),
          failure,
          Object.assign(new TypeError('x'), { code: `Bearer ${CANARY}` }),
          new TypeError('x')
        ])
      ).to.deep.equal([
        '[instance]',
        '[instance]',
        '1970-01-01T00:00:00.000Z',
        null,
        '[3 bytes]',
        '10',
        '[function]',
        '[symbol]',
        { message: 'no route for Bearer [redacted]', code: 'ECONNREFUSED' },
        { message: 'x', code: 'Bearer [redacted]' },
        { message: 'x' }
      ])
    })

    it('runs no getter and leaves a prototype alone', () => {
      const value = JSON.parse('{"__proto__":{"polluted":true},"a":1}') as Record<string, unknown>
      Object.defineProperty(value, 'b', { enumerable: true, get: () => expect.fail('the getter ran') })
      const copy = redact(value)
      expect(copy).to.deep.equal({ a: 1, b: '[accessor]' })
      expect(Object.getPrototypeOf(copy)).to.equal(Object.prototype)
    })

    it('says where it meets a cycle, and copies what only occurs twice', () => {
      const twice = { a: 1 }
      const value: Record<string, unknown> = { first: twice, second: twice }
      value['self'] = [value]
      expect(redact(value)).to.deep.equal({ first: { a: 1 }, second: { a: 1 }, self: ['[cycle]'] })
    })

    it('keeps within its bounds and says what is left out', () => {
      const small = redactor({ maxDepth: 2, maxValues: 6, maxLength: 5, maxChars: 12 })
      expect(small({ a: { b: { c: 1 } } })).to.deep.equal({ a: { b: '[too deep]' } })
      expect(small([1, 2, 3, 4, 5, 6, 7])).to.deep.equal([1, 2, 3, 4, 5, '[2 more]'])
      expect(small({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 })).to.deep.equal({
        a: 1,
        b: 2,
        c: 3,
        d: 4,
        e: 5,
        '…': '[2 more]'
      })
      expect(small(['x'.repeat(9), 'yyyyy', 'zzzzz', 'wwwww', ''])).to.deep.equal(['xxxx…', 'yyyyy', 'z…', '…', ''])
    })

    it('is bounded by default', () => {
      const wide = Array.from({ length: 5_000 }, (_, i) => ({ text: `${i}${'x'.repeat(10_000)}` }))
      expect(JSON.stringify(redact(wide)).length).to.be.below(120_000)
    })
  })

  it('never throws, whatever hostile code makes of it', () => {
    for (const value of hostileValues()) {
      expect(() => JSON.stringify([redact(value), redact({ a: [value], password: value })])).not.to.throw()
    }
  })

  it('lets nothing through where an expression fails', () => {
    const broken = redactor({ patterns: [/(?:a|b)*c/], maxLength: 20_000_000, maxChars: 20_000_000 })
    expect(broken('ab'.repeat(8_000_000))).to.equal('[unreadable]')
  })

  it('finds what invisible characters hide, and keeps those of a text without secrets', () => {
    for (const unseen of ['\u00ad', '\u200b', '\u2060'])
      expect(redact(`pass${unseen}word=hun${unseen}ter2`)).to.equal(`pass${unseen}word=[redacted]`)
    expect(redact('co\u00adoperate')).to.equal('co\u00adoperate')
  })

  it('finds nothing more the second time', () => {
    expect(redact('://://://@')).to.equal('://://://@')
    for (const text of ['password"://&@', 'password"://sk-password', `password:keyBearer ${JWT}`])
      expect(redact(redact(text))).to.equal(redact(text))
    const pieces = fc
      .array(
        fc.constantFrom(
          'password',
          'token',
          '=',
          ':',
          ' ',
          '"',
          "'",
          '\\',
          'Bearer ',
          'Basic ',
          JWT,
          CANARY,
          '://',
          'a',
          '@',
          '?',
          '&',
          'key',
          '[redacted]',
          ',',
          ']',
          '.',
          '\n',
          'sk-'
        ),
        { maxLength: 14 }
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(pieces, (text) => {
        expect(redact(redact(text))).to.equal(redact(text))
      }),
      { numRuns: 1_000 }
    )
  })

  it('leaves no canary of any shape, wherever it stands', () => {
    const secrets = fc.constantFrom(
      `Bearer ${CANARY}`,
      `sk-${CANARY}`,
      `ghp_${CANARY}`,
      `xoxb-${CANARY}`,
      `https://u:${CANARY}@host/x`,
      `?token=${CANARY}`,
      `{"password":"${CANARY}"}`,
      PEM
    )
    const surroundings = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '"', '{', '=', ':', '/', '.', '-', ',', '\\'),
      maxLength: 12
    })
    fc.assert(
      fc.property(secrets, surroundings, fc.string({ maxLength: 12 }), (secret, before, after) => {
        expect(JSON.stringify(redact({ a: [`${before} ${secret} ${after}`] }))).not.to.include(CANARY)
      }),
      { numRuns: 1_000 }
    )
  })

  it('refuses options that make no sense', () => {
    const wrong: ReadonlyArray<readonly [unknown, string]> = [
      [{ maxDepth: 0 }, 'Expected `maxDepth` to be an integer from 1 to 500.'],
      [{ maxDepth: 501 }, 'Expected `maxDepth` to be an integer from 1 to 500.'],
      [{ maxValues: 1.5 }, 'Expected `maxValues` to be a positive integer.'],
      [{ keys: ['--'] }, 'Expected `keys` to be names with at least one letter or digit.'],
      [{ patterns: ['x'] }, 'Expected `patterns` to be regular expressions.']
    ]
    for (const [options, message] of wrong) expect(() => redactor(options as object)).to.throw(TypeError, message)
  })
})

describe('a word behind bearer', () => {
  it('stays where it is one of prose', () => {
    const redactAll = redactor()
    for (const text of ['the bearer of this letter', 'Bearer of bad news', 'a bearer bond'])
      expect(redactAll(text)).to.equal(text)
    for (const token of ['sesame', 'ab.cd', 'x1y2', 'abc-def', 'Xk9'])
      expect(redactAll(`Bearer ${token}`)).to.equal('Bearer [redacted]')
  })
})
