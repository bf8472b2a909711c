/** What a program that failed says for itself: the line of its output that names the error, and how it ended. */
import { hidesProxy, isObject } from '../../core/foreign/index.js'
import { redactText } from '../../core/redact/index.js'
import { thrownField, thrownText } from './thrown-link.js'
import { isProxy } from '#platform'

// -- how it ended

const numberIn = (link: unknown): number | undefined =>
  ['code', 'exitCode', 'status']
    .map((key) => thrownField(link, key))
    .find((value): value is number => typeof value === 'number')

// The last part of an output, which may be long: of a trace the error stands there.
const NEAR = 4_096

interface Output {
  readonly near: string
  readonly isCut: boolean
}

const ofView = (key: 'buffer' | 'byteOffset' | 'length', bytes: Uint8Array): unknown =>
  // Its own properties would be code of the thrown value.
  Reflect.get(Object.getPrototypeOf(Uint8Array.prototype) as object, key, bytes)

const outputIn = (link: unknown, key: 'stderr' | 'stdout' | 'output' | 'all'): Output => {
  const output = thrownField(link, key)
  if (typeof output === 'string') return { near: output.slice(-NEAR), isCut: output.length > NEAR }
  // `execFileSync` keeps bytes.
  const isBytes = isObject(output) && !hidesProxy(output, isProxy) && output instanceof Uint8Array
  if (!isBytes) return { near: '', isCut: false }
  const length = ofView('length', output) as number
  const before = Math.max(0, length - NEAR)
  const start = (ofView('byteOffset', output) as number) + before
  const bytes = new Uint8Array(ofView('buffer', output) as ArrayBuffer, start, length - before)
  return { near: new TextDecoder().decode(bytes), isCut: before > 0 }
}

/** How the program ended whose end was thrown, in our own words; undefined of any other value. */
export const endOfProgram = (link: unknown): string | undefined => {
  if (['stderr', 'stdout'].some((key) => thrownField(link, key) === undefined)) return undefined
  const signal = thrownText(link, 'signal')
  const code = numberIn(link)
  if (signal !== '') return `The program that the tool ran was ended by ${signal.slice(0, 20)}.`
  if (code === undefined) return undefined
  const { near, isCut } = outputIn(link, 'stderr')
  const silent = !isCut && near.trim() === '' ? ' and wrote no error' : ''
  return `The program that the tool ran ended with exit code ${code}${silent}.`
}

// -- what it said

// A secret that was cut in two is not known.
const linesOf = ({ near, isCut }: Output): ReadonlyArray<string> => {
  const lines = redactText(near).split(/\r?\n/)
  return (isCut ? lines.slice(1) : lines).filter((line) => line.trim() !== '')
}

const NAMED = /^\s{0,8}(?:Uncaught )?[\w.$]{0,80}(?:Error|Exception)(?: \[\w{1,60}\])?: \S/
const MARKED =
  /^\s{0,8}(?:\S{1,60}: )?(?:(?:error|fatal|panic|npm err!|npm error)\b|FAIL(?:ED)?\b|not ok\b|[\u2717\u2716\u00d7])/i
// Frames, the code at fault and the mark below it, and advice on usage
const AROUND =
  /^\s*(?:at |from |thrown in |File "|\^|~|\||\d+ \||#\d|\.{3} |usage:|(?:Try|See) ['`"])|^\S+:\d+$|^(?:Stack trace:$|Traceback \()|^Node\.js v\d/i

/** Whether a program was ended by a signal or a limit of time, whatever it had said until then. */
export const wasKilled = (link: unknown): boolean =>
  thrownText(link, 'signal') !== '' || ['killed', 'timedOut'].some((key) => thrownField(link, key) === true)

const startsWell = (output: Output, atLeast: number): boolean => {
  const lines = linesOf(output).filter((line) => !AROUND.test(line))
  const [first = ''] = lines
  return output.isCut || (lines.length >= atLeast && !NAMED.test(first) && !MARKED.test(first))
}

/** Whether a program printed anything but its error, and what follows that. */
export const hasPrinted = (link: unknown): boolean =>
  outputIn(link, 'stdout').near.trim() !== '' ||
  startsWell(outputIn(link, 'stderr'), 2) ||
  // `all` of execa holds both, `output` of other wrappers may.
  (['all', 'output'] as const).some((key) => startsWell(outputIn(link, key), 1))

/** The lines of its output that may say why a program failed, the most telling first. */
export const saidByProgram = (link: unknown): ReadonlyArray<string> => {
  const lines = linesOf(outputIn(link, 'stderr'))
  const isPython = lines.some((line) => line.startsWith('Traceback ('))
  const named = lines.filter((line) => NAMED.test(line))
  const printed = linesOf(outputIn(link, 'stdout'))
  return [
    ...(isPython ? named.toReversed() : named),
    ...lines.filter((line) => MARKED.test(line)),
    ...lines.filter((line) => !AROUND.test(line)).toReversed(),
    // A runner of tests prints them.
    ...printed.filter((line) => NAMED.test(line) || MARKED.test(line))
  ].slice(0, 20)
}
