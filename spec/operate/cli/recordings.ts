/** Recordings for the specs of the commands that read them: orders of a week, some of them odd, some broken. */
import { fileURLToPath } from 'node:url'
import { week } from '../calibrate/traffic.js'
import type { TrafficRecord } from '../../../lib/operate/calibrate/index.js'

const ROOT = new URL('../../../../', import.meta.url)

const order = (i: number, over: Readonly<Record<string, unknown>> = {}): unknown => ({
  id: i,
  status: i % 2 === 0 ? 'open' : 'closed',
  customer: { name: 'Ada', phone: '0123' },
  lines: [{ sku: 'A-1', quantity: 1 }],
  ...over
})

/** In one of 40 answers the phone is null, one of 100 is cut, and a dozen in a row have no status. */
export const answerOf = (i: number): unknown => {
  if (i % 40 === 7) return order(i, { customer: { name: 'Ada', phone: null } })
  if (i % 100 === 31) return JSON.stringify(order(i)).slice(0, 40)
  if (i >= 300 && i < 312) return order(i, { status: null })
  return order(i)
}

export const records = (
  of = 1000,
  answer: (i: number) => unknown = answerOf,
  over: Partial<TrafficRecord> = {}
): string =>
  week(of, answer, () => ({ tool: 'get_order', ...over }))
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('')

export const fineOrder = (i: number): unknown => order(i)

const specifier = (name: string): string => JSON.stringify(fileURLToPath(new URL(name, ROOT)))

/** A module as a user would write it; imports are paths, since it lies outside the package. */
export const toolsModule = (call: string): string => `
import * as t from ${specifier('node_modules/io-ts/lib/index.js')}
import { guardedCall } from ${specifier('built/lib/index.js')}

export const call = ${call}
export const limit = 5
`

export const TOOLS_MODULE = toolsModule(`guardedCall({ name: 'get_order', effect: 'read', run: () => null }, t.type({
  id: t.number,
  status: t.keyof({ open: null, closed: null }),
  customer: t.type({ name: t.string, phone: t.string }),
  lines: t.array(t.type({ sku: t.string, quantity: t.number }))
}))`)
