import { expect } from 'chai'
import { plainSentence, quote } from '#core/errors'

const KEPT: ReadonlyArray<string> = [
  'Customer 9 does not exist',
  'relation "order_item" does not exist',
  'The voucher covers 40.00, the basket costs 55.10',
  'Invalid date: use YYYY-MM-DD',
  "Missing required parameter: 'customer_id'",
  "Invalid value for argument 'status': expected 'open' or 'closed'",
  'Expected one of [open, closed, pending], got "done"',
  'Insufficient funds: balance is 12.50 USD, 40.00 USD needed',
  'Meeting room B-12 is taken from 14:00 to 15:30',
  'Size must be one of S, M, L; got XL',
  'No item SKU-4411-B in warehouse 3',
  'The field orders.total must be positive',
  'Only report.pdf and notes/a.md can be read',
  'Use content type application/json and/or text/html',
  'Please select a room from the list',
  'AUTH <password> called without any password configured',
  'Rate limit exceeded. Try again in 7 seconds.',
  'Der Kunde 9 existiert nicht',
  'Le panier est vide',
  '顧客が見つかりません',
  "The route '/orders' is not known, '/x' neither",
  'Use und/oder, or a: b\\c of the menu',
  'Der Käufer zahlt später. Bücher fehlen',
  'The order is 12:30:45 late',
  'jwt malformed',
  'Unauthorized'
]

const MASKED: ReadonlyArray<readonly [message: string, line: string]> = [
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED [address]'],
  ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED [address]'],
  ['cannot reach fe80::1ff:fe23:4567:890a today', 'cannot reach [address] today'],
  ['getaddrinfo ENOTFOUND db-prod-1', 'getaddrinfo ENOTFOUND [address]'],
  ['getaddrinfo ENOTFOUND db.internal.corp', 'getaddrinfo ENOTFOUND [address]'],
  ['Cannot connect to server sql-prod-02 today', 'Cannot connect to server [address] today'],
  ['timeout while connecting to redis:6379', 'timeout while connecting to [address]'],
  ['The proxy at shop.acme.co.uk refused', 'The proxy at [address] refused'],
  ['GET https://api.acme.com/v1/orders?key=x failed twice', 'GET [address] failed twice'],
  ['No user with email ann@example.com', 'No user with email [address]'],
  ["Access denied for user 'root'@'10.0.0.5' here", 'Access denied for user [address] here'],
  ['User arn:aws:iam::123456789012:user/ann may not read', 'User [address] may not read'],
  ["Cannot find module '/home/ann/app/x.js' here", "Cannot find module '[path]' here"],
  ['No such file C:\\Users\\ann\\secrets.txt here', 'No such file [path] here'],
  ['No such share \\\\fileserver\\hr\\pay.xls here', 'No such share [path] here'],
  ['Cannot reach ::ffff:10.0.0.5 for now', 'Cannot reach [address] for now'],
  ['Cannot reach 64:ff9b::10.0.0.5:8080 for now', 'Cannot reach [address] for now'],
  ['Cannot open C:\\Program Files\\Secret Corp\\a.txt today', 'Cannot open [path] today'],
  ['Cannot open \\\\files\\My Share of Corp\\a.txt today', 'Cannot open [path] today'],
  ['Cannot copy C:\\a.txt to D:\\b.txt today', 'Cannot copy [path] to [path] today'],
  ['Cannot open "/home/bob/My Secret/x.txt" today', 'Cannot open "[path]" today'],
  ["Cannot open 'C:/My Secret/My file.txt' or `~/My file.txt` today", "Cannot open '[path]' or `[path]` today"],
  ['Cannot reach bücher.example for now', 'Cannot reach [address] for now'],
  ['Cannot reach shop.bücher.de or 例え.test for now', 'Cannot reach [address] or [address] for now'],
  ['Cannot read ~/.ssh/id_rsa as key file', 'Cannot read [path] as key file'],
  ['Failed in src/orders.ts:12:5 while loading', 'Failed in [path] while loading'],
  ['Module node_modules/pg/lib/client.js failed to load', 'Module [path] failed to load'],
  ['The order 3f2b8c1e-1234-4bcd-9e0f-0123456789ab was not found', 'The order [redacted] was not found'],
  ['Invalid API key provided: sk-proj-abcdefghijklmnopqrstuvwxyz0123456789', 'Invalid API key provided: [redacted]'],
  ['Commit 9fceb02d0ae598e95dc970b74767f19372d61af8 is not there', 'Commit [redacted] is not there'],
  ['Wrong option user=admin for this report', 'Wrong option [redacted] for this report'],
  ['Not enough arguments for --output', 'Not enough arguments for [redacted]'],
  ['Cannot save { email: "ann", pin: 4411 } as a customer', 'Cannot save [redacted] as a customer'],
  ['Validation failed for the order: {"email":"ann","card":"4111', 'Validation failed for the order:'],
  ['Error: Error: Out of stock', 'Out of stock'],
  ['SELECT id FROM orders WHERE email = 1 - relation "orders" does not exist', 'relation "orders" does not exist'],
  ['com.acme.api.BadRequestException: Content is a duplicate', 'Content is a duplicate'],
  ['insert into users values (1, \'hunter2\') - null value in column "id"', 'null value in column "id"'],
  ['MCP error -32602: No such tool', 'No such tool'],
  ['\n  The report failed\n    at render (/srv/x.js:1:2)', 'The report failed']
]

const HIDDEN: ReadonlyArray<string> = [
  '',
  'hunter2',
  'admin',
  'x',
  '42',
  '{"message":"x"}',
  'postgres://admin:s3cret@10.0.0.1/orders',
  'connect postgres://admin:s3cret@10.0.0.1/orders',
  'host=db user=admin password=hunter2 dbname=x',
  'Command failed: git clone https://token@github.com/a/b and more words',
  'Failed query: select "id" from "orders" where "id" = 1',
  'Failed query: selec 1',
  "Could not run insert into users values ('hunter2')",
  'Problem with query: select secret from pg_class',
  '<html><body>Please log in to go on</body></html>',
  'at render (/srv/app/render.js:12:5) and more',
  '() => { throw new Error }',
  'Object.<anonymous> (/srv/app/x.js:1:2)',
  '4f9a8b7c6d5e4f3a2b1c0d9e'
]

describe('plainSentence', () => {
  for (const message of KEPT) it(`keeps ${message}`, () => expect(plainSentence(message)).to.equal(message))

  for (const [message, line] of MASKED)
    it(`reads ${JSON.stringify(message)} as ${line}`, () => expect(plainSentence(message)).to.equal(line))

  for (const message of HIDDEN)
    it(`hides ${JSON.stringify(message)}`, () => expect(plainSentence(message)).to.equal(''))

  it('keeps the beginning of a longer line, and nothing of a secret in it', () => {
    const zones = Array.from({ length: 90 }, (_, at) => `Town ${at}`).join(', ')
    const secret = `sk-proj-${'abcdefghij0123456789'.repeat(3)}`
    const message = `Unknown time zone "CEST". Use one of: ${zones}`
    expect(plainSentence(message)).to.equal(message.slice(0, 600))
    const words = 'The time zone is unknown to this calendar. '.repeat(13)
    const line = plainSentence(`${words}${'x '.repeat(15)}${secret} ${zones}`)
    expect(line).to.have.lengthOf(600)
    expect(line).to.not.include('sk-proj')
    expect(plainSentence(`{"rows":[${'1,'.repeat(900)}]}`)).to.equal('')
    expect(plainSentence('<html><body>'.padEnd(2_000, ' words of a page'))).to.equal('')
  })

  it('is the same once more, and once it is quoted', () => {
    for (const [, line] of MASKED) {
      expect(plainSentence(line)).to.equal(line)
      expect(quote(line)).to.equal(`The tool says: "${line.replaceAll('"', "'")}".`)
    }
  })
})
