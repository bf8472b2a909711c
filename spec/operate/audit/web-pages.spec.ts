import { expect } from 'chai'
import { auditHistory } from '../../../lib/operate/audit/index.js'

const titled = (title: string): string => `<!doctype html>\n<html lang="en">\n<title>${title}</title>\n<p>…</p>`
const redirect = (to: string): string =>
  `${titled('Redirecting...')}\n<p>You should be redirected automatically to: <a href="${to}">${to}</a>.`
const APP = '<!DOCTYPE html>\n<html lang="en">\n  <head>'
const PROGRESS = '  % Total    % Received\n100   207  100   207    0     0  91110\n'
const run = (command: string) => ['Bash', { command }] as const
const fetched = (url: string) => ['web_fetch', { url }] as const

const countsAsPage = ([tool, args]: readonly [string, object], content: string): boolean =>
  auditHistory('openai', [
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      tool_calls: [{ id: 'a', type: 'function', function: { name: tool, arguments: JSON.stringify(args) } }]
    },
    { role: 'tool', tool_call_id: 'a', content }
  ]).given.web_page === 1

describe('a web page in place of data', () => {
  const rows: ReadonlyArray<readonly [call: readonly [string, object], content: string, isInPlace: boolean]> = [
    // Nobody asked for a page.
    [['get_orders', {}], APP, true],
    // The page of an error or of a block is what no address asks for.
    [run('curl http://shop:3000/orders'), titled('404 Not Found'), true],
    [run('curl http://shop:3000/orders'), PROGRESS + titled('HTTP Status 500 – Internal Server Error'), true],
    [run('curl http://shop:3000/orders'), `${PROGRESS}  0   0 --:--:-- --:--:--     0${titled('403 Forbidden')}`, true],
    [run('curl http://shop:3000/orders'), JSON.stringify({ stdout: titled('Error'), stderr: '', returncode: 0 }), true],
    [run('echo hello | nc localhost 8000'), titled('Error response'), true],
    [run('curl -sL https://www.gasfees.io/ | head -c 500'), titled('Just a moment...'), true],
    [fetched('https://example.com/prices'), titled('Attention Required! | Cloudflare'), true],
    [fetched('https://wiki.example.com/roadmap'), titled('Sign in - Example SSO'), true],
    [fetched('https://example.com/login'), titled('Log in'), false],
    [fetched('https://en.wikipedia.org/wiki/404'), titled('404 (number) - Wikipedia'), false],
    [fetched('https://example.com/errors'), titled('Error handling in Rust'), false],
    [fetched('https://example.com'), titled('Example Domain'), false],
    [
      fetched('https://example.com/prices'),
      'content: The requested document was not found.\nmetadata: {}\ntitle: Document not found\nurl: null',
      false
    ],
    [fetched('https://example.com/404'), '# Web Document\n\n- title: 404 errors, explained\n\n## Content', false],
    // A redirect is the answer of a server, but for one to a sign-in.
    [run('curl -X POST -d url=a.example http://localhost:53468/add'), redirect('/'), false],
    [run('curl http://localhost:53468/orders'), redirect('/login?next=%2Forders'), true],
    [run('curl -X POST -d user=ada http://localhost:53468/login'), redirect('/login?failed'), false],
    // So is a file, whatever page it holds.
    [run('cat public/404.html'), titled('404 Not Found'), false],
    [run('cat templates/404.erb'), titled('404 Not Found'), false],
    // Whoever asks for data wants no page at all.
    [run('curl -s http://localhost:3001/api/audio/status'), APP, true],
    [run('curl -s -m 5 https://shop.example/api/health | head -1'), '<html>', true],
    [run(`curl -sS https://eth.example -d '{"jsonrpc":"2.0"}' -H 'content-type: application/json'`), APP, true],
    [run('curl -s https://shop.example/orders | jq .'), APP, true],
    [run('curl -s localhost:8080/health; echo "rc=$?"'), APP, true],
    [run('curl -s localhost:3000/ && curl -s localhost:3000/api/state'), APP, false],
    [run('curl -s http://localhost:3000/?next=/api/state'), APP, false],
    [['http_request', { method: 'GET', url: 'https://api.example.com/orders' }], APP, true],
    [fetched('https://vuejs.example/api/'), APP, false],
    [fetched('https://example.com/orders.json'), APP, true],
    [run('cat api/app.js'), `const page = \`\n${APP}\``, false],
    [run('npm start'), APP, false]
  ]

  for (const [call, content, isInPlace] of rows)
    it(`${isInPlace ? 'is' : 'is not'} ${JSON.stringify(content.slice(0, 90))} for ${JSON.stringify(call)}`, () => {
      expect(countsAsPage(call, content)).equal(isInPlace)
    })
})
