/** What tools of guarded calls answer: payloads as JSON, errors whole, pages with what is missing. */
import * as t from 'io-ts'
import { partialData } from '../../core/errors/index.js'
import { repairArguments } from '../../feedback/repair-arguments.js'
import { guardedCall, incomplete, openTurn, type AnyGuardedCall } from '../../guard/kernel.js'
import { expectSame } from '../../stores/conformance/case.js'
import {
  codeIn,
  errorIn,
  expectFields,
  expectMatch,
  expectNone,
  expectTypeError,
  pageErrorIn,
  payloadIn
} from './expect.js'
import {
  askFor,
  cutSearch,
  DUE,
  listing,
  lookUp,
  PAGE,
  replyOf,
  SCAN,
  searchOrders,
  SECRET,
  strangers,
  Timestamp
} from './story.js'
import type { CallsUnderTest, Promises } from './under-test.js'

export const ANSWER_PROMISES: Promises<CallsUnderTest> = {
  'tells the model name, description and argument schema of each tool': async ({ definitions }) => {
    const told = await definitions([searchOrders(), lookUp(() => 1)])
    expectSame(
      told.map(({ name, description }) => ({ name, description })),
      [
        { name: 'search_orders', description: 'Finds orders.' },
        { name: 'look_up', description: 'Looks something up.' }
      ],
      'the names and descriptions'
    )
    expectFields(
      told[0]?.schema,
      { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] },
      'the schema of the arguments'
    )
  },
  'hands on the payload as JSON, encoded by the codec': async (adapter) => {
    const dated = lookUp(() => ({ due: DUE }), t.strict({ due: Timestamp }))
    expectSame(payloadIn(await replyOf(adapter, dated)), { due: DUE }, 'the payload')
  },
  'hands on bytes and dates as text where nothing encodes them': async (adapter) => {
    const scan = { due: new Date(DUE), file: new TextEncoder().encode('hi') }
    expectSame(
      payloadIn(
        await replyOf(
          adapter,
          lookUp(() => scan)
        )
      ),
      SCAN,
      'the payload'
    )
  },
  'decodes the arguments': async (adapter) => {
    const found = lookUp(({ q }) => ({ found: q }))
    expectSame(payloadIn(await replyOf(adapter, found, askFor('look_up', { q: 'x' }))), { found: 'x' }, 'the payload')
  },
  'answers with the error, whole, in the error form of the format': async (adapter) => {
    const wrong = lookUp(() => ({ total: 'twelve' }), t.type({ total: t.number }))
    expectSame(
      errorIn(await replyOf(adapter, wrong)),
      {
        error_class: 'schema_mismatch',
        code: 'schema_violation',
        detail: 'total: expected number, received one word of 6 letters',
        hint: 'This call will fail the same way again. Use another tool, or tell the user.'
      },
      'the error'
    )
  },
  'keeps the data of a part': async (adapter) => {
    const part = () => incomplete({ rows: [1] }, { detail: 'The first of 3.' })
    expectFields(
      pageErrorIn(await replyOf(adapter, lookUp(part, t.type({ rows: t.array(t.number) }))), adapter.handsPages),
      { error_class: 'partial_data', code: 'incomplete_response', data: { rows: [1] } },
      'the error'
    )
  },
  'hands on elements that were salvaged, encoded by their own codec': async (adapter) => {
    const tool = {
      name: 'look_up',
      description: 'Looks something up.',
      effect: 'read',
      args: t.type({}),
      salvage: 'rows',
      run: () => `{"rows":[{"due":"${DUE}"},{"d`
    } as const
    const salvaging = guardedCall(tool, t.strict({ rows: t.array(t.strict({ due: Timestamp })) }))
    expectFields(
      errorIn(await replyOf(adapter, salvaging)),
      { code: 'incomplete_response', data: [{ due: DUE }] },
      'the error'
    )
  },
  'names the next call where a page is not the last': async (adapter) => {
    expectFields(
      pageErrorIn(await replyOf(adapter, listing, askFor('list', { page: 1 })), adapter.handsPages),
      { code: 'more_pages_available', data: PAGE, next: { tool: 'list', args: { page: 2 } } },
      'the error'
    )
  },
  'repairs arguments before the call is made, where the call can ask': async (adapter) => {
    const asking: Array<string> = []
    const ask = (feedback: string) => {
      asking.push(feedback)
      return { args: { q: 'repaired' } }
    }
    const turn = openTurn()
    const repairing = repairArguments(
      lookUp(({ q }) => ({ found: q })),
      { ask }
    )
    const reply = await replyOf(adapter, repairing, askFor('look_up', { q: 5 }), { turn })
    expectSame(payloadIn(reply), { found: 'repaired' }, 'the payload')
    expectMatch(asking.join(), /- 'q': expected string, got number/, 'the feedback')
    expectSame(
      turn.calls.map(({ args, outcome }) => ({ args, outcome })),
      [{ args: { q: 'repaired' }, outcome: 'right' }],
      'the calls of the turn'
    )
  },
  'does not take a payload for an error because it looks like one': async (adapter) => {
    const looks = partialData({ code: 'timeout', detail: 'Only data.' })
    expectSame(
      payloadIn(
        await replyOf(
          adapter,
          lookUp(() => looks)
        )
      ),
      looks,
      'the payload'
    )
  },
  'refuses arguments that do not fit, and does not run the tool': async (adapter) => {
    const search = cutSearch()
    expectFields(
      errorIn(await replyOf(adapter, searchOrders(search), askFor('search_orders', { status: 5 }))),
      { code: 'invalid_arguments', detail: "- 'status': expected string, got number" },
      'the error'
    )
    expectSame(search.calls, 0, 'how often the tool ran')
  },
  'lets nothing of what a tool throws reach the model': async (adapter) => {
    const reply = await replyOf(
      adapter,
      lookUp(() => {
        throw new Error(`connect ${SECRET}`)
      })
    )
    expectSame(codeIn(reply), 'tool_threw', 'the code')
    expectNone(reply.text, /s3cret|\.js:\d/, 'the text of the error')
  },
  'refuses a call whose tool has no args, in a TypeError that names it': async ({ definitions, answer }) => {
    const unchecked = guardedCall({ name: 'anything', effect: 'read', run: () => 1 }, t.unknown)
    const message = 'Expected the tool `anything` to have `args`'
    await expectTypeError(() => definitions([unchecked]), message)
    await expectTypeError(() => answer([unchecked], [askFor('anything')], { turn: openTurn() }), message)
  },
  'refuses options of other adapters, and those that nobody knows': async ({ answer, ownOptions }) => {
    for (const word of strangers(ownOptions))
      await expectTypeError(
        () => answer([lookUp(() => 1)], [askFor('look_up')], { turn: openTurn(), [word]: 1 }),
        `Expected \`options\` to hold no \`${word}\`: `
      )
  },
  'refuses two calls of one name, arguments that are no object, and what is no call': async ({ definitions }) => {
    await expectTypeError(() => definitions([lookUp(() => 1), lookUp(() => 2)]), '`look_up` comes twice')
    await expectTypeError(
      () => definitions([guardedCall({ name: 'texts', effect: 'read', args: t.string, run: () => 1 }, t.unknown)]),
      'Expected the `args` of `texts` to be a codec of objects'
    )
    await expectTypeError(() => definitions([{} as AnyGuardedCall]), 'Expected `calls` to be guarded calls.')
    await expectTypeError(() => definitions({} as ReadonlyArray<AnyGuardedCall>), 'Expected `calls` to be an array')
  }
}
