/** A secret is found where a validator, a database or a sentence quotes it apart from its name. */
import { expect } from 'chai'
import { inspect } from 'node:util'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()
const SECRET = 'K7qXv9TzR2mWb4LpYd8s'
const WORD = 'swordfish'

type Writing = (secret: string) => unknown

/** Beside a name: any value is a secret. */
const NAMED: Readonly<Record<string, Writing>> = {
  'Ajv, verbose': (secret) => [
    { instancePath: '/password', keyword: 'minLength', parentSchema: { type: 'string' }, data: secret }
  ],
  'Ajv, as Node shows it': (secret) =>
    inspect([{ instancePath: '/password', parentSchema: { type: 'string', minLength: 30 }, data: secret }]),
  jsonschema: (secret) => [{ path: ['password'], instance: secret, name: 'minLength', argument: 30 }],
  'io-ts': (secret) => [
    {
      value: secret,
      context: [
        { key: '', actual: { password: secret } },
        { key: 'password', actual: secret }
      ]
    }
  ],
  superstruct: (secret) => [
    { value: secret, key: 'password', path: ['password'], branch: [{ password: secret }, secret] }
  ],
  'a name of another kind': (secret) => [{ name: 'len', path: 'password', value: secret }],
  'MongoDB, 121': (secret) => ({
    propertiesNotSatisfied: [
      { propertyName: 'password', details: [{ operatorName: 'minLength', consideredValue: secret }] }
    ]
  }),
  commander: (secret) => `error: option '--api-key <key>' argument '${secret}' is invalid. Must begin with sk-.`,
  'GraphQL, twice': (secret) =>
    `Variable "$pin" got invalid value "${secret}"; Int cannot represent non-integer value: "${secret}"`,
  'Spring and Jackson': (secret) =>
    `Cannot deserialize value of type \`java.util.UUID\` from String "${secret}": no UUID\n at [Source: REDACTED; line: 1] (through reference chain: com.x.Login["token"])`,
  'flag of Go': (secret) => `invalid value "${secret}" for flag -token: parse error`,
  'cobra, twice': (secret) =>
    `invalid argument "${secret}" for "--token" flag: strconv.ParseInt: parsing "${secret}": invalid syntax`,
  Newtonsoft: (secret) =>
    `Error converting value "${secret}" to type 'System.Guid'. Path 'token', line 1, position 40.`,
  boto3: (secret) => `Invalid type for parameter Password, value: ${secret}, type: <class 'str'>, valid types: int`,
  'SQL Server, 2627': (secret) =>
    `Violation of UNIQUE KEY constraint 'UQ_Users_ApiKey'. Cannot insert duplicate key in object 'dbo.Users'. The duplicate key value is (${secret}).`,
  Elasticsearch: (secret) => `failed to parse field [pin] of type [long]. Preview of field's value: '${secret}'`,
  'parameters with names': (secret) => ({
    sql: 'UPDATE users SET password = :p1 WHERE id = :id',
    params: { p1: secret }
  }),
  'parameters of INSERT': (secret) => ({
    sql: 'INSERT INTO users (name, password) VALUES (@a, @b)',
    params: { a: 'ann', b: secret }
  }),
  'a list of parameters': (secret) => ({
    query: 'UPDATE users SET password = @p0',
    parameters: [{ name: 'p0', value: secret }]
  }),
  'parameters of SQLite': (secret) => ({ sql: 'UPDATE users SET password = $x', params: { $x: secret } })
}

/** Without a name: what looks random is one. */
const NAMELESS: Readonly<Record<string, Writing>> = {
  GraphQL: (secret) => `Enum "Kind" cannot represent non-enum value: "${secret}".`,
  Java: (secret) => `java.lang.NumberFormatException: For input string: "${secret}"`,
  Go: (secret) => `strconv.Atoi: parsing "${secret}": invalid syntax`,
  PostgreSQL: (secret) => `ERROR:  invalid input syntax for type uuid: "${secret}"`,
  'SQL Server': (secret) => `Conversion failed when converting the nvarchar value '${secret}' to data type int.`,
  Python: (secret) => `ValueError: invalid literal for int() with base 10: '${secret}'`,
  serde: (secret) => `invalid type: string "${secret}", expected u32 at line 1 column 40`,
  'typed into a field': (secret) => `Type ${secret} into the password field`,
  'used as one': (secret) => `I set '${secret}' as the admin password.`,
  'said to be one': (secret) => `"${secret}" is the new password`,
  'behind what happened': (secret) => `Token generated successfully: ${secret}`,
  'below what happened': (secret) => `API key created!\n${secret}`,
  'its value': (secret) => `secret value is "${secret}"`
}

const HARMLESS: ReadonlyArray<unknown> = [
  'Variable "$customerId" got invalid value "cus_NffrFeUfNV2Hib9x"',
  'invalid value "K7qXv9TzR2mWb4LpYd8s" for flag -commit: parse error',
  'invalid input syntax for type uuid: "3f2a9c1e-5d7b-8a9c-0d1e-2f3a4b5c6d7e"',
  'strconv.Atoi: parsing "twelve": invalid syntax',
  'Type your name into the password field',
  'a minimum of 12 characters is the new password policy',
  'Use camelCase2Name in the token list; K8s1CronJob2X is a token bucket',
  'UPDATE users SET password = :p1 WHERE id = @p2',
  [
    { instancePath: '/name', data: SECRET },
    { path: ['name'], instance: SECRET }
  ],
  { sql: 'UPDATE users SET name = :p1', params: { p1: SECRET } }
]

const allOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

describe('a secret that is quoted', () => {
  for (const [name, write] of Object.entries(NAMED))
    it(`is found beside its name: ${name}`, () => {
      for (const secret of [SECRET, WORD]) {
        const { [name]: hidden } = { [name]: write('[redacted]') }
        expect(redact(write(secret))).to.deep.equal(redact(hidden))
        expect(allOf(redact(allOf(write(secret))))).to.not.include(secret)
      }
    })

  for (const [name, write] of Object.entries(NAMELESS))
    it(`is found by its look: ${name}`, () => {
      expect(redact(write(SECRET))).to.equal(write('[redacted]'))
    })

  it('is nothing else', () => {
    for (const value of HARMLESS) expect(redact(value)).to.deep.equal(value)
  })
})
