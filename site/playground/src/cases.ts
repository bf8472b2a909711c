/** What a model reads of a tool that throws, of one call made again and again, and of a result too big for it. */
import * as t from 'io-ts'
import { guardedCall, openTurn, toModelText } from '../../../lib/index.js'
import { resultHandles } from '../../../lib/results/handles.js'

export interface Thrown {
  readonly message: string
  /** A status of HTTP or a code of the system; empty for none. */
  readonly code: string
  readonly write: boolean
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** An error with a status or a code, as clients of HTTP and Node throw them. */
export const readOfThrown = async ({ message, code, write }: Thrown): Promise<string> => {
  const status = Number(code)
  const fields = code === '' ? {} : Number.isInteger(status) ? { status } : { code }
  const call = guardedCall(
    {
      name: 'tool',
      effect: write ? 'write' : 'read',
      run: () => Promise.reject(Object.assign(new Error(message), fields))
    },
    t.unknown
  )
  return call.toModelText(await openTurn().run(call({})))
}

/** Each of so many equal calls in one turn. */
export const readOfRepeats = async (response: string, times: number): Promise<string> => {
  const call = guardedCall({ name: 'tool', effect: 'read', reads: 'text', run: () => response }, t.unknown)
  const turn = openTurn()
  const texts: Array<string> = []
  for (let i = 1; i <= times; i++) texts.push(`${i}. ${toModelText(await turn.run(call({})))}`)
  return texts.join('\n')
}

/** A result, or its handle where it has more characters than `over`. */
export const readOfBig = (result: string, over: number): Promise<string> =>
  resultHandles({ over, preview: Math.min(over, 4_000) }).textOf(parsed(result))
