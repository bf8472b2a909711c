/**
 * A server that is killed once, at the point that it is given: a message, and how far it has come with it (`effect`:
 * has done it, `half`: has sent half of its response). Run as a child process.
 */
import { appendFileSync, existsSync, writeFileSync, writeSync } from 'node:fs'
import { eachLine } from './each-line.js'

type Phase = 'before' | 'effect' | 'half' | 'after'

const answer = (text: string, kill: (phase: Phase) => void, effects: string): void => {
  kill('before')
  const { id, method, params } = JSON.parse(text) as {
    readonly id?: number
    readonly method: string
    readonly params?: { readonly arguments?: { readonly n: number } }
  }
  if (id === undefined) return
  if (method === 'tools/call') appendFileSync(effects, `${params?.arguments?.n}\n`)
  kill('effect')
  const result =
    method === 'tools/list'
      ? { tools: [{ name: 'pay', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } }] }
      : { content: [{ type: 'text', text: 'paid' }] }
  const response = `${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`
  writeSync(1, response.slice(0, response.length / 2))
  kill('half')
  writeSync(1, response.slice(response.length / 2))
  kill('after')
}

const [effects = '', at, phase] = process.argv.slice(2)
let heard = 0
eachLine(process.stdin, (text) => {
  heard += 1
  const kill = (now: string): void => {
    if (heard !== Number(at) || now !== phase || existsSync(`${effects}.killed`)) return
    writeFileSync(`${effects}.killed`, '')
    process.kill(process.pid, 'SIGKILL')
  }
  answer(text, kill, effects)
})
