/** A password with blanks is found as a whole where its name and the end of its line, tag, quote or cell bound it. */
import { expect } from 'chai'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()

const GROUPS = [
  'qzvk mxwe rtub ynop',
  'qzvk\u00a0mxwe\u00a0rtub\u00a0ynop',
  'a7Xk 9PqR mZ2v Lw4T s8Nb Yc6D',
  'JBSW Y3DP EHPK 3P'
]
const WORDS = ['correct horse battery staple', 'Correct Horse Battery Staple']

type Writing = (secret: string) => string

const BOUND: Readonly<Record<string, Writing>> = {
  '.env': (secret) => `EMAIL_USER=ann\nEMAIL_PASSWORD=${secret}\nEMAIL_PORT=587`,
  'a comment behind it': (secret) => `export SMTP_PASSWORD=${secret} # of the mailbox`,
  properties: (secret) => `mail.username = ann\nmail.password = ${secret}`,
  YAML: (secret) => `mail:\n  password: ${secret}\n  port: 587`,
  'a block of YAML': (secret) => `password: |\n  ${secret}\nport: 587`,
  XML: (secret) => `<server><username>ann</username><password>${secret}</password></server>`,
  'a property of XML': (secret) => `<entry key="mail.password">${secret}</entry>`,
  CSV: (secret) => `user,password\nann,${secret}\n`,
  'columns with bars': (secret) => ` name | password\n------+---------\n ann  | ${secret}\n(1 row)`,
  'psql -x': (secret) => `-[ RECORD 1 ]\nname     | ann\npassword | ${secret}`,
  'a label': (secret) => `Success: Created application password.\nPassword: ${secret}\n`,
  'kubectl describe': (secret) => `    Environment:\n      SMTP_PASSWORD:  ${secret}\n      PORT:  80`,
  'a quoted line': (secret) => `line "password: ${secret}\\nport: 587"`
}

// Name and value apart
const APART: Readonly<Record<string, Writing>> = {
  'a variable of a pod': (secret) => `env:\n- name: SMTP_PASSWORD\n  value: ${secret}\n- name: PORT\n  value: "587"`,
  'a pair of YAML behind another field': (secret) => `- name: DB_PASSWORD\n  slotSetting: false\n  value: ${secret}`,
  'an entry of XML': (secret) => `<entry><key>smtp_password</key><value>${secret}</value></entry>`,
  'a property of Hadoop': (secret) =>
    `<property><name>smtp.password</name><final>true</final><value>${secret}</value></property>`,
  'attributes of XML': (secret) => `<add key="SmtpPassword" value="${secret}" />`,
  'a field of a form': (secret) => `<label>Password</label><input value="${secret}">`,
  pydantic: (secret) =>
    `password\n  Value error, no blanks [type=value_error, input_value='${secret}', input_type=str]`,
  Joi: (secret) => `"password" with value "${secret}" fails to match the required pattern: /^\\S+$/`,
  'a list of arguments': (secret) => `['app', '--password', '${secret}']`,
  'a remark of INI': (secret) => `smtp_password = ${secret} ; of the mailbox`
}

const AMID: Readonly<Record<string, Writing>> = {
  'a label of several words': (secret) => `mot de passe : ${secret}`,
  'a map of Java': (secret) => `{user=ann, password=${secret}, port=1}`,
  'the end of a sentence': (secret) => `Your app password is: ${secret}. Keep it.`,
  'a cell of HTML': (secret) => `<td>Password</td><td>${secret}</td>`,
  'a tab': (secret) => `Password\t${secret}`,
  'the next line': (secret) => `Password:\n${secret}\n`,
  'the next line, indented': (secret) => `Password:\n    ${secret}`
}

const HARMLESS = [
  'password: must be at least 8 characters',
  'Password: choose something only known here',
  'password    changes user login details today',
  'secret: rotates every thirty days',
  'token: next word from lexer',
  'passwd: files ldap systemd sss',
  'Passwort: muss mindestens acht Zeichen haben',
  'password: Ann knows it',
  'password: Alpha Beta Gamma X9',
  'user,password\nann,needs a reset soon\n',
  'keys: qzvk mxwe rtub ynop',
  '- name: password\n  description: Ann knows it\n  value: must have eight letters',
  'Password:\nchoose something nobody guesses easily',
  'password\n  Value error, got "must not be empty here"',
  '"password" with value "that is not long enough" fails',
  'secret: got "connection reset peer early"',
  "labels: ['password', 'choose something nobody guesses']",
  '- name: SMTP_USER\n  value: abcd 1234 efgh 5678'
]

describe('a password with blanks', () => {
  for (const [name, write] of Object.entries({ ...BOUND, ...APART, ...AMID }))
    it(`is found as groups: ${name}`, () => {
      for (const secret of GROUPS) expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  for (const [name, write] of Object.entries({ ...BOUND, ...APART }))
    it(`is found as words: ${name}`, () => {
      for (const secret of WORDS) expect(redact(write(secret))).to.equal(write('[redacted]'))
    })

  it('is no sentence', () => {
    for (const text of HARMLESS) expect(redact(text)).to.equal(text)
  })
})
