/** Objects as languages and tools show them, whose secrets stand behind marks of their own. */
import { expect } from 'chai'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()
const WEAK = 'hunter2Sommer'
const HEX = '1278ce2db1381252d47b364c4151df6f8fa7429d520eb5603bdc60a29c71cc04'
const BASE64 = 'BhKr/pYRSmEvnJJA4yRcKqre3x7oDyZe77lmrf7SGVt='

describe('redactor, of a shown object', () => {
  it('finds a property of PHP, whoever may see it', () => {
    for (const text of [
      `Db Object\n(\n    [password:Db:private] => ${WEAK}\n    [user:protected] => app\n)`,
      `Db Object\n(\n    [password:App\\Db:private] => ${WEAK}\n)`,
      `Db Object\n(\n    [password:protected] => ${WEAK}\n    [user] => app\n)`,
      `object(Db)#1 (2) {\n  ["password":"Db":private]=>\n  string(13) "${WEAK}"\n  ["user":protected]=>\n  string(3) "app"\n}`,
      `object(Db)#1 (1) {\n  ["password":protected]=>\n  string(13) "${WEAK}"\n}`,
      `O:2:"Db":1:{s:8:"password";s:13:"${WEAK}";s:4:"user";s:3:"app";}`,
      `O:2:"Db":1:{s:12:"\0Db\0password";s:13:"${WEAK}";}`,
      `O:2:"Db":1:{s:11:"\0*\0password";s:13:"${WEAK}";}`,
      `a:2:{s:4:"host";s:1:"h";s:4:"pass";s:13:"${WEAK}";}`
    ]) {
      expect(redact(text)).to.equal(text.replace(WEAK, '[redacted]'))
      expect(redact(`Error: ${JSON.stringify(text)}`)).to.not.include(WEAK)
    }
  })

  it('finds the keys of a vault that was opened for the first time', () => {
    for (const [given, names] of [
      [{ unseal_keys_b64: [BASE64], unseal_keys_hex: [HEX], unseal_shares: 2, root_token: WEAK }, []],
      [{ keys: [HEX], keys_base64: [BASE64], root_token: WEAK }, []],
      [{ keys: ['orders', 'users'], n: 2 }, ['orders']]
    ] as const)
      for (const text of [JSON.stringify(given), JSON.stringify(redact(given)), `got ${JSON.stringify(given)}.`]) {
        for (const secret of [HEX, BASE64, WEAK]) expect(redact(text)).to.not.include(secret)
        for (const name of names) expect(redact(text)).to.include(name)
      }
    expect(redact(`unseal_keys_b64:\n- ${BASE64}\nunseal_keys_hex:\n- ${HEX}`)).to.equal(
      'unseal_keys_b64:\n- [redacted]\nunseal_keys_hex:\n- [redacted]'
    )
  })

  it('finds a value behind a type, a length and line ends', () => {
    for (const text of [
      `Config {\n    db: Db {\n        password: Some(\n            "${WEAK}",\n        ),\n    },\n}`,
      `(main.Config) {\n Password: (string) (len=13) "${WEAK}"\n}`,
      `$user\n[1] "app"\n\n$password\n[1] "${WEAK}"\n`,
      `{"key":"DB_PASSWORD","val":"${WEAK}"}`,
      `got {"key":"DB_PASSWORD","val":"${WEAK}"}`
    ])
      expect(redact(text)).to.equal(text.replace(WEAK, '[redacted]'))
  })

  it('finds a private key that OpenSSL shows in hex', () => {
    const hex = '    00:41:36:c0:a0:ce:76:c6:0f:83:6e:b1:22:d2:2d:\n    09:8b:a4:62:71:d6:5b\n'
    for (const name of ['privateExponent', 'prime1', 'prime2', 'exponent1', 'exponent2', 'coefficient', 'priv'])
      expect(redact(`Private-Key:\n${name}:\n${hex}pub:\n${hex}`)).to.equal(
        `Private-Key:\n${name}:\n    [redacted]\npub:\n${hex}`
      )
  })

  it('finds a variable that begins with a sign of YAML, and leaves the next one', () => {
    for (const sign of '&!')
      for (const before of ['DB_PASSWORD=', 'password: '])
        expect(redact(`A=1\n${before}${sign}5ZxxvS3jRRcpAVQ\nPORT=5432`)).to.equal(
          `A=1\n${before}[redacted]\nPORT=5432`
        )
    expect(redact(`password: !secret ${WEAK}`)).to.equal('password: !secret [redacted]')
    expect(redact(`password: &db ${WEAK}`)).to.equal('password: &db [redacted]')
  })

  it('leaves what only asks for a secret', () => {
    const text = 'WWW-Authenticate: Bearer realm="api", error="invalid_token"'
    expect(redact(text)).to.equal(text)
  })
})
