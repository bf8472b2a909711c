/** Hears the lines of a stream. (Node's readline also splits at U+2028, which may stand inside a JSON string.) */
import type { Readable } from 'node:stream'

export const eachLine = (input: Readable, hear: (line: string) => void): void => {
  let rest = ''
  input.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line.endsWith('\r') ? line.slice(0, -1) : line)
  })
  input.on('end', () => {
    if (rest !== '') hear(rest)
  })
}
