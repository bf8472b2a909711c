/** A secret is found among the words of a command, in one line and in a list, by its program and that one's options. */
import { expect } from 'chai'
import { inspect } from 'node:util'
import { redactor, responseRedactor } from '#core/redact'
import { anyNameRedactor } from './any-name.js'

const redact = anyNameRedactor()
const answer = responseRedactor()
const SECRETS = ['hunter2', 'sesame', 'Sommer2024!', 'c4n4ryC4N4RYc4n4ry99']

type Writing = (secret: string) => ReadonlyArray<string>

const COMMANDS: ReadonlyArray<Writing> = [
  (secret) => ['docker', 'login', '-u', 'ann', '-p', secret, 'registry.example.com'],
  (secret) => ['helm', 'registry', 'login', '-p', secret, '-u', 'ann'],
  (secret) => ['az', 'login', '--service-principal', '-u', 'a', '-p', secret, '--tenant', 't'],
  (secret) => ['sshpass', '-p', secret, 'ssh', '-p', '22', 'ann@h'],
  (secret) => ['sudo', '/usr/bin/sshpass', `-p${secret}`, 'scp', 'a', 'ann@h:'],
  (secret) => ['mysql', '-u', 'root', `-p${secret}`, 'shop'],
  (secret) => ['/usr/bin/mysqldump', '-h', 'db', `-p${secret}`, 'shop'],
  (secret) => ['mongosh', '-u', 'ann', '-p', secret, 'shop'],
  (secret) => ['redis-cli', '-h', 'h', '-p', '6379', '-a', secret, 'PING'],
  (secret) => ['redis-cli', '--pass', secret, 'PING'],
  (secret) => ['redis-cli', 'AUTH', secret],
  (secret) => ['curl', '-sS', '-u', `ann:${secret}`, 'https://h/'],
  (secret) => ['curl', '-sSu', `ann:${secret}`, 'https://h/'],
  (secret) => ['curl', `-uann:${secret}`, 'https://h/'],
  (secret) => ['curl', '-x', 'h:1', '-U', `ann:${secret}`, `--user=ann:${secret}`],
  (secret) => ['curl', '-b', `sid=${secret}`, 'https://h/'],
  (secret) => ['http', '-a', `ann:${secret}`, 'h'],
  (secret) => ['smbclient', '//h/s', '-U', `ann%${secret}`],
  (secret) => ['ldapsearch', '-D', 'cn=admin', '-w', secret, '-b', 'dc=x'],
  (secret) => ['sqlcmd', '-S', 'h', '-U', 'sa', '-P', secret],
  (secret) => ['zip', '-P', secret, 'a.zip', 'a'],
  (secret) => ['7z', 'a', `-p${secret}`, 'a.7z']
]

const inLine = (words: ReadonlyArray<string>): string => `+ ${words.join(' ')}`

/** Where a command may stand: as it is run, in the shell's quotes, as a program shows a list, in Dockerfiles, Java. */
const PLACES: ReadonlyArray<(words: ReadonlyArray<string>) => string> = [
  inLine,
  (words) => `$ ${words.join(' ')} && docker run -p 8080:80 --name a b`,
  (words) => `Command '[${words.map((word) => `'${word}'`).join(', ')}]' returned 1`,
  (words) => `CMD ${JSON.stringify(words)}`,
  (words) => `spawn ${JSON.stringify(words, null, 2)} failed`,
  (words) => `body "${JSON.stringify(words).replaceAll('"', '\\"')}"`,
  (words) => `started [${words.join(', ')}] in /`
]

const HEALTHY: ReadonlyArray<ReadonlyArray<string>> = [
  ['git', 'commit', '-p', 'a1b2.ts'],
  ['mkdir', '-p', 'dir1/x2'],
  ['docker', 'run', '-p', '8080:80', '-u', '1000:1000', 'img'],
  ['docker', 'ps', '-a'],
  ['ssh', '-p', '2222', 'ann@h'],
  ['ls', '-a', 'all'],
  ['mysql', '-h', 'db1', '-P', '3306', '-u', 'root', '-p', 'shop2'],
  ['redis-cli', '-p', '6379', '-n', '2', 'GET', 'key1'],
  ['redis-cli', '-a', '$REDIS_PASSWORD', 'PING'],
  ['curl', '-u', 'ann', 'https://h:8080/'],
  ['docker', 'login', '-u', 'ann', '-p', '<password>'],
  ['docker', 'login', '-u', 'ann', '--password-stdin'],
  ['zip', '-r', 'a1.zip', 'a'],
  ['npm', 'login', '--scope', '@a1b2'],
  ['psql', '-U', 'ann', '-p', '5432', 'shop']
]

describe('a secret in a command', () => {
  for (const writing of COMMANDS)
    it(`is found in ${inLine(writing('…'))}`, () => {
      for (const secret of SECRETS) {
        const [words, redacted] = [writing(secret), writing('[redacted]')]
        for (const place of PLACES) expect(redact(place(words))).to.equal(place(redacted))
        for (const name of ['args', 'argv', 'command', 'cmd']) {
          expect(redact({ [name]: words })).to.deep.equal({ [name]: redacted })
          expect(answer(JSON.stringify({ [name]: words })).text).to.equal(JSON.stringify({ [name]: redacted }))
          const [beside, hidden] = [words, redacted].map((all) => ({ path: all[0], [name]: all.slice(1), at: [1] }))
          expect(redact(beside)).to.deep.equal(hidden)
          expect(answer(JSON.stringify(beside)).text).to.equal(JSON.stringify(hidden))
          expect(redact({ [name]: inLine(words) })).to.deep.equal({ [name]: inLine(redacted) })
        }
      }
    })

  it('is found whole where it is in quotes, and where it has quotes', () => {
    expect(redact(`mysql -u root -p'so; m"e' shop`)).to.equal(`mysql -u root -p'[redacted]' shop`)
    expect(redact('curl -u "ann:so me" https://h/')).to.equal('curl -u "ann:[redacted]" https://h/')
    expect(answer('["sshpass","-p","so\\"me"]').text).to.equal('["sshpass","-p","[redacted]"]')
    expect(answer('["curl","-u","\\u00e4nn:so\\"me"]').text).to.equal('["curl","-u","änn:[redacted]"]')
    expect(answer('["curl","-u","ann:some').text).to.equal('["curl","-u","ann:[redacted]')
    expect(redact(['curl', '-u', `ann:${'x y'.repeat(9_000)}`])).to.deep.equal(['curl', '-u', 'ann:[redacted]'])
  })

  it('is found over lines that a backslash joins', () => {
    expect(redact('docker login \\\n  -u ann \\\n  -p hunter2')).to.equal(
      'docker login \\\n  -u ann \\\n  -p [redacted]'
    )
  })

  it('is found behind an option that says so, in a list', () => {
    for (const [text, redacted] of [
      ['exec ["--password", "sesame"]', 'exec ["--password", "[redacted]"]'],
      ["args=['app', '--token=sesame']", "args=['app', '--token=[redacted]']"]
    ] as const)
      expect(redact(text)).to.equal(redacted)
  })

  it('is found behind an option that says so, in a line, be it letters alone', () => {
    const options =
      '--password --db-password --token --api-key --secret --passphrase -password --smtp.auth.password --db:password'.split(
        ' '
      )
    const lines: ReadonlyArray<(option: string) => string> = [
      (option) => `Command failed: app -u ann ${option}`,
      (option) => `Error: Command failed: backup ${option} db`,
      (option) => `Error: Command failed: mysql ${option} -e "SELECT 1"\nERROR 1045`,
      (option) => `app ${option} --verbose`,
      (option) => `app login --user ann ${option}`,
      (option) => `$ app ${option} start`,
      (option) => `mysqldump ${option} shop`,
      (option) => `ran 'app --host=db ${option}' twice`
    ]
    for (const secret of ['sesame', 'CorrectHorse', 'hunter2', 'so-so'])
      for (const option of options)
        for (const line of lines) {
          const [shown, hidden] = [line(`${option} ${secret}`), line(`${option} [redacted]`)]
          expect(redact(shown)).to.equal(hidden)
          expect(redact({ message: shown })).to.deep.equal({ message: hidden })
          expect(JSON.parse(answer(JSON.stringify({ message: shown })).text)).to.deep.equal({ message: hidden })
        }
  })

  it('is found behind an option that says so, in a line, by its place alone', () => {
    const options =
      '--password --pass --passwd --passphrase --secret --client-secret --token --access-token --api-key --private-key --db-password -password --server.password'
    const lines: ReadonlyArray<(option: string) => string> = [
      (option) => option,
      (option) => `mytool ${option}`,
      (option) => `./deploy.sh ${option} production`,
      (option) => `cat x | mytool login ${option} > out`,
      (option) => `node …/srv.mjs ${option}`,
      (option) => `2026-11-22T18:41:52Z [node …/srv.mjs ${option}] started`,
      (option) => `Executing mytool ${option}`,
      (option) => `Run \`mytool ${option}\` to begin`,
      (option) => `mytool \\\n  ${option} \\\n  shop`,
      (option) => `{"cmd":"mytool ${option}\\n"}`,
      (option) => `sh -c 'mytool ${option}' && echo done`
    ]
    for (const option of options.split(' '))
      for (const line of lines)
        for (const [shown, hidden] of [
          [line(`${option} letmein`), line(`${option} [redacted]`)],
          [line(`${option} "correct horse"`), line(`${option} "[redacted]"`)],
          [line(`${option} "a1b2 c3d4 e5f6"`), line(`${option} "[redacted]"`)],
          [line(`${option} "my dog Rex 2024!"`), line(`${option} "[redacted]"`)]
        ] as const) {
          expect(redact(shown)).to.equal(hidden)
          expect(redact({ command: shown })).to.deep.equal({ command: hidden })
          expect(answer(JSON.stringify({ command: shown })).text).to.equal(JSON.stringify({ command: hidden }))
        }
  })

  it('is found behind an option whose words a dot parts, in lists', () => {
    for (const option of ['--server.password', '--smtp.auth.password', '--db:password', '-db.password'])
      for (const secret of ['Winter2023!', 'sesame']) {
        for (const write of [
          (each: string) => `args: ["app", "${option}", "${each}"]`,
          (each: string) => `spawn ['app', '${option}', '${each}'] failed`,
          (each: string) => `args:\n  - ${option.replace(/^-+/, '--')}\n  - ${each}\n  - --x`
        ])
          expect(redact(write(secret))).to.equal(write('[redacted]'))
        for (const name of ['args', 'cmd', 'words']) {
          const [words, hidden] = [secret, '[redacted]'].map((each) => ({ [name]: ['app', option, each, '--x'] }))
          expect(redactor()(words)).to.deep.equal(hidden)
          expect(answer(JSON.stringify(words)).text).to.equal(JSON.stringify(hidden))
        }
      }
  })

  it('takes nothing behind an option of a sentence', () => {
    for (const text of [
      'app --page.token a1b2c3 --server.port 8080 --password.length 12',
      'args: ["app", "--server.port", "p8080", "--page.token", "x1"]',
      'Pass --password. 8 characters are the least.',
      'use --token to pass a token',
      'Pass --token explicitly',
      'run with --secret enabled',
      '--token overrides the environment',
      'You can set --password manually',
      'the flags --user and --password conflict with --token',
      'app --no-password prompt',
      'usage: app --token <token>',
      'usage: app --password "<password>"',
      'use --password "The password to use."',
      '  --token text     The text of a token',
      '  --secret rotate  Rotates it',
      'use --password to set it',
      'Use --user or --password instead of the file',
      '--token is required',
      'Error: Command failed: app login --user ann\nerror: --token is required',
      'error: option --api-key missing',
      'Command failed: app --token required',
      'use --password or --token',
      'pass --token with --user, and --password for each',
      'app --password PASSWORD --user USER',
      'usage: app [--user user] [--password password] --token value --api-key string',
      '  -p, --password string   Password of the registry',
      'docker login --password is insecure, --password-stdin is not',
      'give the --secret flag --verbose',
      'app --page-token abcdef --limit 3',
      'app --bypass cache --limit 3',
      'mysql --password asks for it; --password prompts you',
      'see --host localhost or --password prompts you',
      'Run git with a --token option'
    ])
      expect(redact(text)).to.equal(text)
  })

  it('is found as the last words of a command, also of letters, and whatever its options have', () => {
    for (const command of [
      'az sql server create --name x --admin-user a --admin-password',
      'airflow users create --username admin --firstname A --role all --email a@b.c --password',
      'influx setup --username a --org o --force --password'
    ]) {
      expect(redact(`${command} Xlkwqpzvmbtrhdsn`)).to.equal(`${command} [redacted]`)
      expect(redact({ command: `${command} sesame` })).to.deep.equal({ command: `${command} [redacted]` })
    }
  })

  it('is found whatever stands before its program', () => {
    for (const write of [
      (each: string) => `ssh ann@h "mysql -u root -p${each} -e 'show tables'"`,
      (each: string) => `ssh h 'redis-cli -a ${each} PING' && ls`,
      (each: string) => `docker exec db sh -c "mysqldump -u root -p${each} shop"`,
      (each: string) => `db:\n\t@mysql -u root -p${each} shop`,
      (each: string) => `mysql.exe -u root -p${each} shop`,
      (each: string) => `C:\\bin\\curl.exe -u ann:${each} https://h/`,
      (each: string) => `INFO:root:sshpass -p ${each} ssh h`
    ])
      for (const secret of SECRETS) expect(redact(write(secret))).to.equal(write('[redacted]'))
  })

  it('is found behind AUTH where that is all, or where its answer follows, be it letters alone', () => {
    for (const write of [
      (each: string) => `AUTH ${each}`,
      (each: string) => `AUTH default ${each}`,
      (each: string) => `AUTH ${each}\nOK`,
      (each: string) => `PING\r\nAUTH ${each}\r\n`,
      (each: string) => `AUTH ann ${each}\n(error) WRONGPASS invalid username-password pair`
    ])
      for (const secret of SECRETS) {
        expect(redact(write(secret))).to.equal(write('[redacted]'))
        expect(redact({ query: write(secret) })).to.deep.equal({ query: write('[redacted]') })
      }
    expect(redact({ command: 'AUTH ann sesame' })).to.deep.equal({ command: 'AUTH ann [redacted]' })
    for (const text of [
      'AUTH failed',
      'AUTH required',
      'AUTH PLAIN',
      'AUTH successful',
      'AUTH service started',
      'AUTH token\nOK'
    ])
      expect(redact({ message: text })).to.deep.equal({ message: text })
  })

  it('is found in what Redis is sent, shows and keeps', () => {
    for (const secret of ['hunter2', 'Sommer2024!']) {
      const writings: ReadonlyArray<(secret: string) => string> = [
        (each) => `AUTH ${each}`,
        (each) => `AUTH default ${each}\nSELECT 1`,
        (each) => `ERR AUTH ${each}`,
        (each) => `Error: slow command: AUTH ann ${each}`,
        (each) => `127.0.0.1:6379> AUTH ${each}\nOK`,
        (each) => `1339518083.107412 [0 127.0.0.1:60866] "AUTH" "${each}"\n1339518084.1 [0 127.0.0.1:60866] "ping"`,
        (each) => `1339518083.107412 [0 127.0.0.1:60866] "auth" "ann" "${each}"`,
        (each) => `*2\r\n$4\r\nAUTH\r\n$7\r\n${each}\r\n*1\r\n$4\r\nPING\r\n`,
        (each) => `*3\r\n$4\r\nAUTH\r\n$3\r\nann\r\n$7\r\n${each}\r\n`,
        (each) => `HELLO 3 AUTH default ${each}`,
        (each) => `ACL SETUSER ann on >${each} ~* +@all`,
        (each) => `auth ${each}: WRONGPASS invalid username-password pair`,
        (each) => `user ann on >${each} ~cache:* +get`,
        (each) => `masterauth ${each}`,
        (each) => `ERR unknown command 'AUTH', with args beginning with: '${each}' \n    at parse (parser.js:1)`,
        (each) => `ERR unknown command \`auth\`, with args beginning with: \`${each}\`, `,
        (each) => `ERR unknown command \`HELLO\`, with args beginning with: \`3\`, \`AUTH\`, \`${each}\`, `,
        (each) => `ERR unknown command 'CONFIG', with args beginning with: 'SET' 'requirepass' '${each}' `,
        (each) => `ERR unknown command 'SENTINEL', with args beginning with: 'SET' 'm' 'auth-pass' '${each}' `,
        (each) => `ERR Error in ACL SETUSER modifier '${each}': Syntax error`,
        (each) => `ERR Invalid argument '${each}' for CONFIG SET 'requirepass'`,
        (each) => `Error:\nArguments given:\n\tadd_user ann ${each} more\n\nUsage`
      ]
      for (const writing of writings) expect(redact(writing(secret))).to.equal(writing('[redacted]'))
      expect(
        redact(`ERR unknown command 'ACL', with args beginning with: 'SETUSER' 'ann' 'on' '>it's ${secret}' `)
      ).to.equal("ERR unknown command 'ACL', with args beginning with: 'SETUSER' '[redacted]' ")
      expect(redact([['AUTH', secret]])).to.deep.equal([['AUTH', '[redacted]']])
      expect(answer(`["AUTH","ann","${secret}"]`).text).to.equal('["AUTH","[redacted]","[redacted]"]')
    }
  })

  it('is found where a program takes it under no name of one, whatever its signs and the other letters', () => {
    const writings: ReadonlyArray<(word: string) => string> = [
      (word) => `poetry config pypi-token.pypi ${word}`,
      (word) => `lftp -u ann,${word} h:`,
      (word) => `aws create-secret --secret-string "${word}"`,
      (word) => `gh secret set KEY --body ${word}`,
      (word) => `pulumi config set door ${word} --secret`,
      (word) => `rabbitmqctl add_user ann ${word}`,
      (word) => `wpa_passphrase home ${word}`,
      (word) => `aws ssm put-parameter --name /door --value ${word} --type SecureString`,
      (word) => `echo ${word} | sudo -S ls`,
      (word) => `echo "${word}" | docker login --password-stdin`
    ]
    for (const writing of writings) {
      for (const secret of ['hunter2', 'hunter$2a', 'hu<nter2']) {
        expect(redact(writing(secret))).to.equal(writing('[redacted]'))
        expect(answer(writing(secret)).text).to.equal(writing('[redacted]'))
      }
      expect(redact(writing('$PASS2'))).to.equal(writing('$PASS2'))
    }
    expect(redact('pulumi config set --secret door hunter2')).to.not.include('hunter2')
  })

  it('is found in a command of Redis that an error shows, however it is printed', () => {
    const long = 'a'.repeat(80)
    const commands: Readonly<Record<string, (secret: string) => ReadonlyArray<string>>> = {
      auth: (each) => [each],
      AUTH: (each) => [each],
      hello: (each) => ['3', 'AUTH', each],
      Hello: (each) => ['3', 'auth', each, each, 'SETNAME', 'a1b2'],
      config: (each) => ['SET', 'maxmemory', '100mb', 'requirepass', each],
      CONFIG: (each) => ['set', 'masterauth', each],
      acl: (each) => ['SETUSER', 'ann', 'on', `>${each}`, `<${each}`, '~*', '+@all'],
      ACL: (each) => ['setuser', long, `>${each}`]
    }
    const printed: ReadonlyArray<(record: object) => string> = [
      (record) => `ReplyError: WRONGPASS ${inspect(record)}`,
      (record) => `failed: ${inspect(record, { compact: false })}`,
      (record) => inspect({ previous: [{ a: 1, ...record, db: 0 }] }, { depth: 9, breakLength: Infinity }),
      (record) => `failed: ${JSON.stringify(record)}`,
      (record) => JSON.stringify({ error: record }, null, 2),
      (record) => `body ${JSON.stringify(JSON.stringify(record))}`,
      (record) => JSON.stringify(record).replaceAll('"', "'").replaceAll(':', ': '),
      (record) => JSON.stringify(record).replaceAll(/"(\w+)":/g, ':$1=>')
    ]
    for (const secret of SECRETS)
      for (const [name, writing] of Object.entries(commands)) {
        const [args, redacted] = [writing(secret), writing('[redacted]')]
        const records: ReadonlyArray<(args: ReadonlyArray<string>) => object> = [
          (each) => ({ command: { name, args: each } }),
          (each) => ({ command: name, args: each }),
          (each) => ({ cmd: name, arguments: each }),
          ...(/^[A-Z]+$/.test(name) ? [(each: ReadonlyArray<string>) => ({ command: [name, ...each] })] : [])
        ]
        for (const of of records) {
          expect(redact(of(args))).to.deep.equal(of(redacted))
          expect(answer(JSON.stringify(of(args))).text).to.equal(JSON.stringify(of(redacted)))
          for (const text of printed.map((print) => print(of(args))))
            expect(redact(text)).to.equal(text.replaceAll(secret, '[redacted]'))
        }
        const bare = `WRONGPASS invalid pair ${inspect({ name, args })}`
        expect(redact(bare)).to.equal(bare.replaceAll(secret, '[redacted]'))
      }
  })

  it('is found in a record by itself, where it looks random', () => {
    const [secret = ''] = SECRETS.slice(-1)
    for (const name of ['auth', 'AUTH'])
      for (const of of [
        (each: string) => ({ name, args: ['default', each] }),
        (each: string) => [{ name, args: [each] }]
      ]) {
        expect(redact(of(secret))).to.deep.equal(of('[redacted]'))
        for (const print of [(record: object) => `got ${inspect(record)}`, JSON.stringify])
          expect(redact(print(of(secret)))).to.equal(print(of('[redacted]')))
      }
  })

  it('is found in a list wherever it is in the line that the list stands for', () => {
    const secret = 'Xk9vQ2mT7wLp4ZrB'
    const lines = [
      'openssl enc -k %',
      'vault login %',
      'npm config set //registry.npmjs.org/:_authToken %',
      'aws configure set aws_secret_access_key %',
      'curl --oauth2-bearer % https://example.com',
      'htpasswd -b file ann %',
      'rabbitmqctl add_user ann %',
      'set API_TOKEN %'
    ]
    for (const line of lines) {
      const [program = '', ...args] = line.split(' ')
      const of = (word: string): ReadonlyArray<object | string> => [
        line.replace('%', word),
        { argv: [program, ...args].map((each) => each.replace('%', word)) },
        { command: program, args: args.map((each) => each.replace('%', word)) },
        { step: { cmd: [program, ...args, 'two words'].map((each) => each.replace('%', word)) } }
      ]
      for (const [at, each] of of(secret).entries()) {
        expect(redact(each)).to.deep.equal(of('[redacted]')[at])
        if (at > 0) expect(redact(JSON.stringify(each))).to.equal(JSON.stringify(of('[redacted]')[at]))
      }
    }
    const hidden = { password: { args: ['set', `API_TOKEN=${secret}`] } }
    expect(redact(JSON.stringify(hidden))).to.equal('{"password":{"args":["set","[redacted]"]}}')
  })

  it('takes nothing from a record of another command', () => {
    for (const record of [
      { service: { name: 'auth', args: ['serve1'], ports: ['8080'] } },
      { services: [{ name: 'auth', args: ['serve1'] }] },
      { command: { name: 'get', args: ['auth', 'session:a1b2'] } },
      { command: { name: 'config', args: ['GET', 'requirepass'] } },
      { command: { name: 'hello', args: ['3'] } },
      { command: { name: 'acl', args: ['GETUSER', 'ann1'] } },
      { command: { name: 'set', args: ['k1', '>a1b2', '#c3d4'] } },
      { command: 'auth', args: ['login', '--web'] },
      { command: 'auth', args: ['status'] },
      {
        services: [{ name: 'auth', args: ['--port=8080', 'listen', 'http://127.0.0.1:8080/a1b2'] }]
      },
      { command: 'config', args: ['requirepass', 'masterauth'] }
    ]) {
      expect(redact(record)).to.deep.equal(record)
      const shown = inspect(record, { depth: 9 })
      for (const text of [shown, `ReplyError: ERR ${shown}`, JSON.stringify(record)])
        expect(redact(text)).to.equal(text)
    }
  })

  it('takes nothing from a command without one', () => {
    for (const words of HEALTHY) {
      for (const place of PLACES) expect(redact(place(words))).to.equal(place(words))
      expect(redact({ args: words })).to.deep.equal({ args: words })
      expect(answer(JSON.stringify(words)).text).to.equal(JSON.stringify(words))
    }
    for (const text of [
      'Use docker login with the -p option, or mysql with -p and no value.',
      "Warning: Using a password with '-a' or '-u' option on the command line interface may not be safe.",
      'mysql: [Warning] Using a password on the command line interface can be insecure.',
      'mysql -p is interactive; redis-cli -a is not',
      'AUTH failed',
      'AUTH PLAIN',
      '> AUTH TLS',
      'ssh login -p22',
      '250-AUTH LOGIN PLAIN CRAM-MD5',
      'AUTH service started',
      'NOAUTH Authentication required.',
      'ERR AUTH <password> called without any password configured',
      'parser.add_argument("--password", "-p", help="the password to use")',
      '.option("--token", "the token to use")',
      '@click.option("--password", "password")'
    ])
      expect(redact(text)).to.equal(text)
    for (const list of [
      ['AUTH', 'BILLING'],
      ['login', 'signup', '-page'],
      ['auth', 'users1']
    ])
      expect(redact(list)).to.deep.equal(list)
  })
})
