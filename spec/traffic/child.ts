/**
 * A process that records until it is killed, or ends by itself; prints the number of each call that it knows to be on
 * the disk.
 */
import { recorder } from '../../lib/operate/calibrate/index.js'
import { settled } from './settled.js'

const [, , folder = '', mode = 'acknowledge', calls = '200'] = process.argv
const recording = recorder({ folder, name: 'child' })
const text = JSON.stringify({ text: 'x'.repeat(500) })
const record = (n: number): void =>
  recording.record(settled({ callId: String(n) }, { answer: { text, raw: undefined } }))

if (mode === 'acknowledge') {
  for (let n = 0; ; n++) {
    record(n)
    if (n % 20 === 19) {
      await recording.flush()
      process.stdout.write(`${n}\n`)
    }
  }
}
for (let n = 0; n < Number(calls); n++) {
  record(n)
  // Some of them are on their way to the disk when the process ends.
  if (n === Number(calls) / 2) await new Promise((resolve) => setImmediate(resolve))
}
if (mode === 'exit') process.exit(0)
