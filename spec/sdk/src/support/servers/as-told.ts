/**
 * A server on its standard streams that answers a call with the lines that stand in the call, then with one of its own.
 */
import { createInterface } from 'node:readline'
import { linesFor, type Asked } from '../told-lines.js'

createInterface({ input: process.stdin }).on('line', (line) => {
  for (const one of linesFor(JSON.parse(line) as Asked)) process.stdout.write(`${one}\n`)
})
