/** What the pages say of the codes of `schema_mismatch`, and how each is provoked. */
import * as t from 'io-ts'
import type { CODES } from '#core/errors'
import { guardedCall, judge, memoryLedger, openSession, openTurn } from '../../../lib/index.js'
import { checking, overHttp, reading, running, status, WHOLE, type CodeNote } from './code-note.js'

export const SCHEMA_MISMATCH: Readonly<Record<(typeof CODES)['schema_mismatch'][number], CodeNote>> = {
  empty_body: {
    happened: 'No bytes came, or white space alone; or the service said 204 and the codec does not take `null`.',
    operator:
      'If nothing is a proper answer of this tool, let its codec take `null`. Else ask why the service answers nothing: a proxy that gave up often does.',
    provoke: reading('')
  },
  html_response: {
    happened: 'A web page came where JSON was due: a login, a consent or an error page, mostly with status 200.',
    operator:
      'Look for a session that ended, a proxy in between, or an address that moved. The token or the URL is wrong more often than the service.',
    provoke: reading('<!doctype html><title>Log in</title>')
  },
  not_json: {
    happened:
      'The text does not begin as JSON at all: prose, a fenced block of code, a literal of Python or JavaScript.',
    operator:
      "If the tool is a model or a script, make it print JSON (`json.dumps`, not `print`). If text is its proper answer, give the tool `reads: 'text'`.",
    provoke: reading('Rain in Oslo, 4 degrees')
  },
  invalid_json: {
    happened:
      'The text begins as JSON and breaks inside. The detail says at which position and line, and in which field.',
    operator: 'Something writes JSON by hand: a template, a string that is put together. The position leads to it.',
    provoke: reading('{"orders":[{"id":1,,}]}')
  },
  truncated_response: {
    happened:
      'The text ends inside a value, though the transport reported nothing. The detail names the field that was cut and how many bytes came.',
    operator:
      'Look for a cap on bytes between service and agent: 4,096, 32,768 and the like give it away. Give the tool `narrow`, so that the hint is the next call, and `salvage`, so that whole elements are kept.',
    provoke: reading('{"orders":[{"id":1001,"total":12')
  },
  leading_data: {
    happened: 'Other text comes before the JSON: a warning, a log line, a banner.',
    operator:
      'Send warnings to the standard error or to the log, not into the response. A deprecation notice of an interpreter is the usual one.',
    provoke: reading(`Warning: deprecated\n${WHOLE}`)
  },
  trailing_data: {
    happened: 'A whole JSON value comes first, and then something that is none.',
    operator: 'Look for what is printed after the response: a prompt, a footer, a second write to the same stream.',
    provoke: reading(`${WHOLE} -- done`)
  },
  multiple_documents: {
    happened: 'Several JSON values stand one after the other, as in JSON Lines.',
    operator: 'Ask the service for one document, or make an array of the lines in the tool.',
    provoke: reading(`${WHOLE}\n${WHOLE}`)
  },
  nan_or_infinity: {
    happened:
      '`NaN` or `Infinity` stands where a number is due, in a text or in a value that the tool returned. JSON knows neither.',
    operator:
      'Python writes them unless told otherwise: `json.dumps(…, allow_nan=False)`, or `null` instead. In a value, return `null`, and let the codec take it.',
    provoke: reading('{"orders":[{"id":1,"total":NaN}]}')
  },
  double_encoded: {
    happened: 'The response is a JSON string that holds another JSON text: somebody encoded it twice.',
    operator: "Take away one `JSON.stringify`; or, if it is the service's, parse once in the tool.",
    provoke: reading(JSON.stringify(WHOLE))
  },
  not_text: {
    happened: 'The bytes are not UTF-8: compressed, an image, another charset.',
    operator:
      'Look at `Content-Encoding` and `Content-Type`. `httpTool` decompresses what it asked for and decodes charsets that are named.',
    provoke: reading(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))
  },
  too_deep: {
    happened: 'The value is nested more than 200 levels deep.',
    operator: 'No honest answer is. If this one is, flatten it in the tool.',
    provoke: reading(`{"orders":${'['.repeat(300)}${']'.repeat(300)}}`)
  },
  too_large: {
    happened: 'The response is larger than `maxBytes` (4 MiB unless told), or has more than 2,000,000 values.',
    operator:
      'Let the tool ask for less, and give it `narrow`. A higher `maxBytes` costs memory and seldom helps the model.',
    provoke: reading(`{"orders":[],"note":"${'x'.repeat(5_000_000)}"}`)
  },
  not_data: {
    happened:
      'The tool returned what is no data: a `Response` or a stream that was read before or stands inside of it, a proxy, accessors, functions, cycles, an instance of a class. Or `toModelText` met a payload that JSON cannot carry: a `Date`, a bigint, `undefined`.',
    operator:
      "The tool's own code is to be repaired: a line of the log says what it should return, mostly `await response.text()` or a plain object. Of a payload the record says `right`, since the call was fine: give `toModelText` the `encode` of the codec.",
    provoke: running(() => ({ response: new Response('{}') }))
  },
  schema_violation: {
    happened:
      'The response was read, and the codec refused it. The detail names the first field, what was expected and the type that came.',
    operator:
      'Run `calibrate` on recorded traffic: it says which fields are refused how often, and whether the codec or the service is wrong.',
    provoke: reading('{"orders":[{"id":"1","total":null},{"id":2}]}')
  },
  tool_threw: {
    happened:
      'The code of the tool itself is at fault (a TypeError, a failed assertion), or it threw a value without words that a model may read. The model reads the kind of the error, never its message.',
    operator:
      'The log line of the call has the error, and its stack at `debug`. To say more to the model, throw an `Error` with a plain sentence, or return `failed(…)`.',
    provoke: running(() => (undefined as unknown as { readonly name: string }).name)
  },
  denied: {
    happened:
      'A person or a policy refused the call. The same call is refused again in this turn, unless `approved` says that a person let it through.',
    operator:
      'Nothing. Adapters set `approved` where their framework asked a person about this call; your own approval hands the word of the person on as `approved` in the options of the call: `false` makes it this error, and the tool is not run.',
    provoke: running(() => 'The user rejected this tool call.')
  },
  unauthorized: {
    happened: 'The service answered 401, 402, 403 or 407, or the database refused the role.',
    operator: 'Renew the token, or grant what is missing. The model cannot repair this, and is told so.',
    provoke: overHttp(status(401))
  },
  cancelled: {
    happened:
      'The caller gave up: the signal of the call, the turn or the session was aborted, or the turn was closed.',
    operator: 'Nothing. A write that was cancelled says whether it may have taken place.',
    provoke: running(
      () => new Promise(() => {}),
      {},
      () => openTurn({ signal: AbortSignal.abort() })
    )
  },
  codec_threw: {
    happened: 'The codec threw instead of returning.',
    operator:
      'A codec of your own has a fault: io-ts codecs answer, they do not throw, and a schema must not validate asynchronously. `judge` with the recorded answer shows where.',
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
    happened: 'A semantic check threw instead of returning. An answer that could not be checked is not handed on.',
    operator: 'Repair the check: most read a field that the codec declares optional.',
    provoke: checking(() => {
      throw new Error('no such field')
    })
  },
  store_unavailable: {
    happened:
      'The shared store of budgets did not answer, and the call writes. It was not run, because nobody could say whether it had been already.',
    operator:
      'Bring the store back; nothing needs a restart. `onStoreError` decides whether reads or writes may go on without it.',
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
      'The same tool was asked for with the same arguments again where it cannot bring anything new: after three unchanged answers of a read in a row, after one call of a write. The tool was not run. Where the earlier call was answered, its first refusal carries that answer as `data`, and later ones say so; [the rule](repeats.md) has the rest.',
    operator:
      'Look at what the earlier calls came to: the detail names the last code, or says that the response was valid. Many of these for one tool mean that its hints do not help: give it `narrow`. A tool that is asked until something changes wants `polls: true`.',
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
      "The same order was executed before with other arguments: in this turn, or in another process where a ledger keeps it. An order is what the tool's `identity` says or, in a step that the host names, whatever the tool wrote first.",
    operator:
      'Look at both calls. If the difference should make another order, let `identity` hold it, or name two steps. If not, the model changed its mind too late: the first order stands.',
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
      'A write of this turn began earlier, in this run or another, and nobody knows how it ended, or it still runs elsewhere and this call would not wait longer. The tool was not run again.',
    operator:
      'Look at the service for the operation that the detail names. Give the tool `verify`, which asks the service, or an idempotency key: then the guard finds out by itself.',
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
    happened:
      'A ceiling of the turn (`budget.calls`, `budget.chars`) or of the tool (`maxCalls`) is reached: the detail says what was used, and what is left for what. Nothing was run.',
    operator:
      'Look at what the turn did with its calls (`turn.calls`). Raise the ceiling if the task needs more; `turn.left()` lets the host tell its model in time.',
    provoke: () => {
      const turn = openTurn({ budget: { calls: 12 } })
      const call = guardedCall({ name: 'search', effect: 'read', maxCalls: 1, run: () => '{}' }, t.unknown)
      return turn.run(call({ q: 'a' })).then(() => turn.run(call({ q: 'b' })))
    }
  },
  validation_cap_exceeded: {
    happened:
      'The arguments of one tool did not fit more than three times in a row, whatever they were (`budget.invalid`): the detail names what it requires. Or structured output of the model failed its codec too often in a row, and a `failureCap` or `structuredOutput` ended it. A call that fits always runs.',
    operator:
      'Look at the last issues: a field that the description of the tool or the prompt does not explain, or a codec that is stricter than the task.',
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
