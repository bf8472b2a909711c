/** What is played in Node and in a browser alike, each part of the library in turn: plain data in, plain data out. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fromJsonSchema, toJsonSchema } from '../../lib/codec/json-schema/index.js'
import {
  closed,
  compile,
  detectMorePages,
  explain,
  guardedCall,
  judge,
  openTurn,
  repairHistory,
  toModelText,
  type HistoryFormat
} from '../../lib/index.js'
import { redactor } from '#core/redact'
import { auditHistory, toExchanges } from '../../lib/operate/audit/index.js'

export interface Given {
  /** Answers of tools, as text. */
  readonly texts: ReadonlyArray<string>
  readonly histories: ReadonlyArray<{ readonly format: HistoryFormat; readonly messages: ReadonlyArray<unknown> }>
}

const Order = t.type({ id: t.number, status: t.keyof({ placed: null, shipped: null }), total: t.number })
const Orders = closed(t.type({ orders: t.array(t.intersection([Order, t.partial({ note: t.string })])) }))

const ANSWERS = [
  '{"orders":[{"id":1001,"status":"placed","total":12.5}]}',
  '{"orders":[{"id":1001,"status":"placed","total":12.5},{"id":1002,"status":"ship',
  '{"orders":[{"id":"1001","status":"shiped","total":null}]}',
  '{"orders":[],"page":1,"next_cursor":"abc"}',
  '{"orders":[{"id":9007199254740993,"status":"placed","total":1}]}',
  '<!doctype html><title>Log in</title>',
  "{'orders': []}"
]

const tellCodec = (codec: t.Decoder<unknown, unknown>) =>
  ANSWERS.map((text) => {
    const results = [codec.decode, compile(codec).decode, compile(codec, { codegen: 'never' }).decode].map((decode) => {
      const result = E.tryCatch(
        () => decode(JSON.parse(text)),
        () => 'no JSON'
      )
      return E.isLeft(result) ? result.left : E.isLeft(result.right) ? explain(result.right.left) : result.right.right
    })
    return results
  })

const tellGuard = async (): Promise<ReadonlyArray<unknown>> => {
  const search = guardedCall(
    {
      name: 'search',
      effect: 'read',
      run: ({ at }: { readonly at: number }) => new TextEncoder().encode(ANSWERS[at] ?? ''),
      salvage: 'orders'
    },
    Orders,
    detectMorePages()
  )
  const turn = openTurn()
  const told: Array<string> = []
  for (const at of [...ANSWERS.keys(), 1, 1, 1, 1]) told.push(toModelText(await turn.run(search({ at }))))
  return [told, turn.calls.map(({ argsHash, outcome, code, bytes }) => ({ argsHash, outcome, code, bytes }))]
}

/** Tells everything that the browser must answer as Node does. */
export const tell = async ({ texts, histories }: Given): Promise<unknown> => ({
  readings: texts.map((text) => toModelText(judge({ codec: t.unknown }, text))),
  codec: tellCodec(Orders),
  schema: toJsonSchema(Orders),
  histories: histories.map(({ format, messages }) => [
    repairHistory(format, messages),
    auditHistory(format, messages),
    toExchanges(format, messages).length
  ]),
  redacted: redactor()({ authorization: 'Bearer abcdefghijklmnop', url: 'https://ada:secret@example.com/' }),
  guard: await tellGuard()
})

/** The one part that makes code of data: ajv compiles schemas. */
export const tellSchema = (): unknown =>
  tellCodec(
    fromJsonSchema({
      type: 'object',
      properties: { orders: { type: 'array', items: toJsonSchema(Order) } },
      required: ['orders']
    })
  )
