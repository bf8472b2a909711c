/** Takes histories apart into what they say, so that regrouping it is no difference. */
import type { HistoryFormat } from '../../../lib/history/formats.js'

type Message = Readonly<Record<string, unknown>>

export interface Atom {
  /** Position of its message. */
  readonly index: number
  readonly json: string
}

const partsOf = (message: Message, name: string): ReadonlyArray<unknown> | null => {
  const list = message[name]
  return Array.isArray(list) && list.length > 0 ? list : null
}

const split = (format: HistoryFormat, message: Message): ReadonlyArray<unknown> => {
  const { role, content } = message
  if (format === 'openai') {
    const { tool_calls, ...rest } = message
    const calls = partsOf(message, 'tool_calls')
    return calls === null ? [message] : [rest, ...calls]
  }
  if (format === 'anthropic')
    return (partsOf(message, 'content') ?? [{ type: 'text', text: content }]).map((block) => ({ role, block }))
  if (format === 'ai-sdk') return partsOf(message, 'content')?.map((part) => ({ role, part })) ?? [message]
  return [message]
}

export const atomsOf = (format: HistoryFormat, messages: ReadonlyArray<unknown>): ReadonlyArray<Atom> =>
  messages.flatMap((message, index) =>
    split(format, message as Message).map((atom) => ({ index, json: JSON.stringify(atom) }))
  )

/** Atoms that one list has more of than the other. */
export const missingFrom = (atoms: ReadonlyArray<Atom>, others: ReadonlyArray<Atom>): ReadonlyArray<Atom> => {
  const left = new Map<string, number>()
  for (const { json } of others) left.set(json, (left.get(json) ?? 0) + 1)
  return atoms.filter(({ json }) => {
    const count = left.get(json) ?? 0
    left.set(json, count - 1)
    return count <= 0
  })
}

/** The atoms that stand once in each list, in the order of the first. */
export const shared = (atoms: ReadonlyArray<Atom>, others: ReadonlyArray<Atom>): ReadonlyArray<string> => {
  const once = (list: ReadonlyArray<Atom>): ReadonlySet<string> => {
    const all = list.map(({ json }) => json)
    return new Set(all.filter((json) => all.indexOf(json) === all.lastIndexOf(json)))
  }
  const [here, there] = [once(atoms), once(others)]
  return atoms.flatMap(({ json }) => (here.has(json) && there.has(json) ? [json] : []))
}
