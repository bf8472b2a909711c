/** What the pages say of the codes of `schema_mismatch`, and how each is provoked. */
import * as t from 'io-ts'
import type { CODES } from '#core/errors'
import { guardedCall, judge, memoryLedger, openSession, openTurn } from '../../../lib/index.js'
import { checking, overHttp, reading, running, status, WHOLE, type CodeNote } from './code-note.js'

export const SCHEMA_MISMATCH: Readonly<Record<(typeof CODES)['schema_mismatch'][number], CodeNote>> = {
  empty_body: {
    happened: 'No bytes came, or white space alone; or the service said 204 and the codec does not take `null`.',
    operator:
      'If nothing is a proper response, let the codec take `null`. Else a proxy that gave up is the usual cause.',
    provoke: reading('')
  },
  html_response: {
    happened: 'A web page came where JSON was due: a login, a consent or an error page, mostly with status 200.',
    operator:
      'Look for a session that ended, a proxy in between, or an address that moved: the token or the URL is wrong.',
    provoke: reading('<!doctype html><title>Log in</title>')
  },
  not_json: {
    happened: 'The text does not begin as JSON: prose, a fenced block of code, a literal of Python or JavaScript.',
    operator:
      "Make a script print JSON (`json.dumps`, not `print`). If text is the proper response, give the tool `reads: 'text'`.",
    provoke: reading('Rain in Oslo, 4 degrees')
  },
  invalid_json: {
    happened: 'The text begins as JSON and breaks inside.',
    operator: 'Something writes JSON by hand: the position leads to it.',
    provoke: reading('{"orders":[{"id":1,,}]}')
  },
  truncated_response: {
    happened:
      'The text ends inside a value, though the transport reported nothing. `next` asks for fewer by [a parameter for the size of a page](#too_long_for_model).',
    operator:
      'Look for a cap on bytes between service and agent: 4,096, 32,768 and the like. Give the tool `narrow`, so that the hint is the next call, and `salvage`, so that whole elements are kept.',
    provoke: reading('{"orders":[{"id":1001,"total":12')
  },
  leading_data: {
    happened: 'Other text comes before the JSON: a warning, a log line, a banner.',
    operator:
      "Send warnings to the standard error or to the log. An interpreter's deprecation notice is the usual one.",
    provoke: reading(`Warning: deprecated\n${WHOLE}`)
  },
  trailing_data: {
    happened: 'A whole JSON value comes first, and then something else.',
    operator: 'Look for what is printed after the response: a prompt, a footer, a second write.',
    provoke: reading(`${WHOLE} -- done`)
  },
  multiple_documents: {
    happened: 'Several JSON values stand one after the other, as in JSON Lines.',
    operator: 'Ask the service for one document, or make an array of the lines in the tool.',
    provoke: reading(`${WHOLE}\n${WHOLE}`)
  },
  nan_or_infinity: {
    happened: '`NaN` or `Infinity` stands in place of a number, which JSON does not allow.',
    operator:
      'In Python, `json.dumps(…, allow_nan=False)`, or `null` instead. In a value, return `null`, and let the codec take it.',
    provoke: reading('{"orders":[{"id":1,"total":NaN}]}')
  },
  double_encoded: {
    happened: 'The response is a JSON string that holds another JSON text.',
    operator: 'Take away one `JSON.stringify`; or parse once in the tool.',
    provoke: reading(JSON.stringify(WHOLE))
  },
  not_text: {
    happened: 'The bytes are not UTF-8: compressed, an image, another charset.',
    operator: 'Look at `Content-Encoding` and `Content-Type`.',
    provoke: reading(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))
  },
  too_deep: {
    happened: 'The value is nested more than 200 levels deep.',
    operator: 'If such a response is right, flatten it in the tool.',
    provoke: reading(`{"orders":${'['.repeat(300)}${']'.repeat(300)}}`)
  },
  too_large: {
    happened: 'The response is larger than `maxBytes` (4 MiB by default), or has more than 2,000,000 values.',
    operator: 'Let the tool ask for less, and give it `narrow`.',
    provoke: reading(`{"orders":[],"note":"${'x'.repeat(5_000_000)}"}`)
  },
  not_data: {
    happened:
      'The tool returned something other than data: a `Response` or a stream that was read before or stands inside of it, a proxy, accessors, functions, cycles, an instance of a class. Or `toModelText` met a payload that JSON cannot carry: a `Date`, a bigint, `undefined`.',
    operator:
      'A line of the log says what the tool should return, mostly `await response.text()` or a plain object. Of a payload the record says `right`: give `toModelText` the `encode` of the codec.',
    provoke: running(() => ({ response: new Response('{}') }))
  },
  schema_violation: {
    happened: 'The response was read, and the codec refused it.',
    operator:
      '`calibrate` says on recorded traffic which fields are refused how often, and whether the codec or the service is wrong.',
    provoke: reading('{"orders":[{"id":"1","total":null},{"id":2}]}')
  },
  tool_threw: {
    happened:
      'The code of the tool is at fault (a TypeError, a failed assertion), or it threw a value without readable words.',
    operator:
      'The log line of the call has the error, and its stack at `debug`. To say more to the model, throw an `Error` with a plain sentence, or return `failed(…)`.',
    provoke: running(() => (undefined as unknown as { readonly name: string }).name)
  },
  denied: {
    happened:
      'A person or a policy refused the call. It is refused again in this turn, unless `approved` says that a person allowed it.',
    operator:
      'Nothing. Adapters set `approved` where their framework asked a person; your own approval gives `approved` in the options of the call.',
    provoke: running(() => 'The user rejected this tool call.')
  },
  unauthorized: {
    happened: 'The service answered 401, 402, 403 or 407, or the database refused the role.',
    operator: 'Renew the token, or grant what is missing.',
    provoke: overHttp(status(401))
  },
  cancelled: {
    happened:
      'The signal of the call, the turn or the session was aborted, or the turn was closed; or the call had no turn of `openTurn()`, which its detail says.',
    operator: 'Nothing. Of a call without a turn: run it by `turn.run(call)`.',
    provoke: running(
      () => new Promise(() => {}),
      {},
      () => openTurn({ signal: AbortSignal.abort() })
    )
  },
  codec_threw: {
    happened: 'The codec threw instead of returning.',
    operator:
      'A codec of your own has a fault, or a schema validates asynchronously. `judge` with the recorded response shows where.',
    provoke: () =>
      judge(
        {
          codec: new t.Type<unknown>(
            'Opaque',
            t.unknown.is,
            () => {
              throw new Error('a fault of the codec')
            },
            t.identity
          )
        },
        '{}'
      )
  },
  check_threw: {
    happened: 'A semantic check threw instead of returning.',
    operator: 'Repair the check: most read a field that the codec declares optional.',
    provoke: checking(() => {
      throw new Error('no such field')
    })
  },
  store_unavailable: {
    happened: 'The ledger, or the shared store of budgets, did not respond, and the call writes.',
    operator: 'Bring it back; nothing needs a restart. `onStoreError` decides what may go on without the store.',
    provoke: running(
      () => WHOLE,
      { effect: 'write' },
      () => {
        const down = async () => await Promise.reject(new Error('down'))
        return openSession({ store: { append: down, close: down } }).openTurn()
      }
    )
  },
  retry_budget_exceeded: {
    happened:
      'The same tool was called with the same arguments again where it cannot bring anything new ([the rule](repeats.md)).',
    operator:
      'Look at the earlier calls. Many of these for one tool mean that its hints do not help: give it `narrow`. A tool that waits for a change wants `polls: true`.',
    provoke: () => {
      const turn = openTurn()
      const run = () => turn.run(call({ id: 7 }))
      const call = guardedCall<unknown, unknown>(
        { name: 'get_customer', effect: 'read', run: () => '{"name":"Ada"}' },
        t.unknown
      )
      return run().then(run).then(run).then(run)
    }
  },
  executed_with_other_arguments: {
    happened:
      "The same order was executed before with other arguments: in this turn, or in another process where a ledger keeps it. The tool's `identity` or a step names an order.",
    operator:
      'If the difference should make another order, let `identity` hold it, or name two steps. If not, the first order stands.',
    provoke: async () => {
      const pay = guardedCall<{ order: string; cents: number }, { paid: number }>(
        {
          name: 'pay',
          effect: 'write',
          identity: ({ order }) => order,
          run: ({ cents }) => ({ paid: cents })
        },
        t.type({ paid: t.number })
      )
      const turn = openTurn()
      await turn.run(pay({ order: '17', cents: 100 }))
      return turn.run(pay({ order: '17', cents: 900 }))
    }
  },
  outcome_unknown: {
    happened:
      'A write of this turn began earlier, in this run or another, and nobody knows how it ended, or it still runs elsewhere.',
    operator:
      'Look at the service for the operation that the detail names. With `verify` or an idempotency key the guard finds out by itself; under a ledger, `guarded-call ledger` shows the operation and [settles it](writes.md#an-unknown-outcome).',
    provoke: async () => {
      const ledger = memoryLedger()
      const hangs = { name: 'get_customer', effect: 'write', timeoutMs: 5, run: () => new Promise(() => {}) } as const
      const call = guardedCall<unknown, unknown>(hangs, t.unknown)
      const run = () =>
        openSession({ ledger })
          .openTurn({ id: 'job-17' })
          .run(call({ id: 7 }))
      await run()
      return await run()
    }
  },
  turn_limit_reached: {
    happened: 'A ceiling of the turn (`budget.calls`, `budget.chars`) or of the tool (`maxCalls`) is reached.',
    operator:
      'Look at `turn.calls`. Raise the ceiling if the task needs more; `turn.left()` lets the host warn its model in time.',
    provoke: () => {
      const turn = openTurn({ budget: { calls: 12 } })
      const call = guardedCall({ name: 'search', effect: 'read', maxCalls: 1, run: () => '{}' }, t.unknown)
      return turn.run(call({ q: 'a' })).then(() => turn.run(call({ q: 'b' })))
    }
  },
  validation_cap_exceeded: {
    happened:
      'The arguments of one tool did not fit more than three times in a row (`budget.invalid`). Or a `failureCap` or `structuredOutput` ended repeated failures of structured output. A call that fits always runs.',
    operator:
      'Look at the last issues: a field that nothing explains to the model, or a codec that is stricter than the task.',
    provoke: () => {
      const turn = openTurn()
      const args = t.type({ title: t.string, priority: t.number })
      const call = guardedCall<t.TypeOf<typeof args>, unknown>(
        { name: 'file_ticket', effect: 'write', args, run: () => '{}' },
        t.unknown
      )
      const run = () => turn.run(call.fromModel({ priority: 'high' }))
      return run().then(run).then(run).then(run)
    }
  }
}
