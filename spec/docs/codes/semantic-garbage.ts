/** What the pages say of the codes of `semantic_garbage`, and how each is provoked. */
import * as t from 'io-ts'
import { answerChatToolCalls } from '../../../lib/adapters/openai/index.js'
import type { CODES } from '#core/errors'
import {
  countMatches,
  echoes,
  errorEnvelope,
  fresh,
  judge,
  looksLikeSlugId,
  nonEmpty,
  openSession,
  openTurn,
  repairArguments,
  within
} from '../../../lib/index.js'
import {
  checking,
  ofModelText,
  overHttp,
  placeOrder,
  reading,
  repeatedly,
  status,
  WEATHER,
  type CodeNote
} from './code-note.js'

export const SEMANTIC_GARBAGE: Readonly<Record<(typeof CODES)['semantic_garbage'][number], CodeNote>> = {
  invalid_arguments: {
    happened: "The model's arguments do not fit the tool's `args`. The tool was not run.",
    operator:
      '`repairArguments` gives the model a second chance. If one field fails again and again, repair its description. If the `cause` of the log line says that the arguments are JSON text, parse them before `fromModel`.',
    provoke: () => openTurn().run(placeOrder.fromModel({ customer: 'Ada', quantity: 'two' }))
  },
  fabricated_id: {
    happened: 'An id in the arguments looks made up, says `checkIds`. The tool was not run.',
    operator: 'Nothing, unless real ids look like that: then `checkIds` is too strict.',
    provoke: () =>
      openTurn().run(
        repairArguments(placeOrder, {
          ask: () => undefined,
          checkIds: ({ customer }) => looksLikeSlugId(customer)
        })({ customer: 'ada-lovelace-1', quantity: 'two' })
      )
  },
  unknown_tool: {
    happened:
      'The model asked for a tool that does not exist. One of which it is another spelling or a slip in one word is suggested, never another verb.',
    operator: 'Look whether a prompt, an example or an old history still names the tool.',
    provoke: async () => {
      const [answer] = await answerChatToolCalls(
        [placeOrder],
        { tool_calls: [{ id: '1', type: 'function', function: { name: 'placeOrder', arguments: '{}' } }] },
        { turn: openTurn() }
      )
      return ofModelText(answer?.content ?? '')
    }
  },
  not_found: {
    happened: 'The service answered 404 or 410.',
    operator: 'Nothing, unless everything is a 404: then the tool builds a wrong path.',
    provoke: overHttp(status(404))
  },
  rejected_arguments: {
    happened: 'The service refused the request: another 4xx, or the database refused the values or the statement.',
    operator: "If the model could have known, say it in the tool's `args`.",
    provoke: overHttp(status(422))
  },
  forbidden_url: {
    happened: 'The address, or one that it redirects to, is outside `allowOrigins`.',
    operator: 'If the address is right, add its origin.',
    provoke: overHttp(status(302, { location: 'https://elsewhere.example/' }))
  },
  empty_first_page: {
    happened: 'The check `nonEmpty` found no rows on the first page of a listing.',
    operator: 'Nothing, if no rows is a fair response: then leave `nonEmpty` out.',
    provoke: checking(
      nonEmpty(({ celsius }) => celsius),
      { args: { page: 1 }, answer: { ...WEATHER, celsius: [] } }
    )
  },
  empty_result: {
    happened: 'The check `nonEmpty` found no rows.',
    operator: 'As for `empty_first_page`.',
    provoke: checking(
      nonEmpty(({ celsius }) => celsius),
      { answer: { ...WEATHER, celsius: [] } }
    )
  },
  count_mismatch: {
    happened: 'The check `countMatches` found another number of rows than the response itself claims.',
    operator: 'Rows were dropped on the way, or the service contradicts itself: compare with a request of your own.',
    provoke: checking(
      countMatches(
        ({ celsius }) => celsius,
        ({ count }) => count
      )
    )
  },
  wrong_entity: {
    happened: 'The check `echoes` found that the response is about another entity than the requested one.',
    operator: 'Look for a cache that ignores a parameter, or a search that returns the nearest match.',
    provoke: checking(echoes({ asked: () => 'Lima', answered: ({ city }) => city }))
  },
  out_of_range: {
    happened: 'The check `within` found a value that is not plausible.',
    operator: 'Units, mostly: cents for euros, Fahrenheit for Celsius, milliseconds for seconds.',
    provoke: checking(within(({ celsius }) => celsius, { min: -90, max: 60, what: 'The temperature' }))
  },
  stale_data: {
    happened: 'The check `fresh` found that the response is older than `maxAgeMs`.',
    operator: 'Look for a job that stopped filling the source.',
    provoke: checking(fresh(({ at }) => at, { maxAgeMs: 3_600_000, clock: () => Date.parse('2026-03-01T12:00:00Z') }))
  },
  error_in_body: {
    happened:
      'The codec refused a response that reports a failure, or `errorEnvelope` found one that it accepted, and no other code fits better. Where rows stand beside the errors, the class is `partial_data`.',
    operator: 'Read [failing tools](failing-tools.md).',
    provoke: () => judge({ codec: t.unknown, checks: [errorEnvelope()] }, '{"ok":false,"error":"is_archived"}')
  },
  unsafe_integer: {
    happened: 'A number has more digits than JavaScript can hold, and the codec reads it as a number.',
    operator: 'Ask the service for ids as text, or declare the field `t.unknown`, which gets the digits as text.',
    provoke: reading('{"orders":[{"id":9007199254740993,"total":1}]}')
  },
  loop_detected: {
    happened:
      'The same failing call, a cycle of calls, or one tool that fails alike whatever its arguments, goes on without a new result.',
    operator:
      'The earlier hints did not help: look at them. A tool whose result changes by a clock or a counter wants `ignoreResultFields`.',
    provoke: () => {
      const session = openSession()
      return repeatedly(4, () => session.openTurn())
    }
  }
}
