/** What tools that are guarded where they stand answer: judged, handed on in the framework's form, or an error. */
import * as t from 'io-ts'
import { detectMorePages } from '../../core/checks/index.js'
import { partialData, semanticGarbage } from '../../core/errors/index.js'
import { failed, incomplete, openSession, openTurn, type SettledCall } from '../../guard/kernel.js'
import { expectSame } from '../../stores/conformance/case.js'
import type { GuardToolsOptions } from '../../toolset/in-place.js'
import { codeIn, errorIn, expectFields, expectMatch, expectNone, expectThat, goodIn, pageErrorIn } from './expect.js'
import {
  askFor,
  asSchema,
  cutSearch,
  DUE,
  PageNumber,
  PAGE,
  PageOfRows,
  ScannedFile,
  SCAN,
  SECRET,
  Status,
  times,
  Timestamp
} from './story.js'
import type { AskedCall, PlainRun, Promises, ReplyToModel, ToolsUnderTest } from './under-test.js'

type Rule = NonNullable<GuardToolsOptions['rules']>[string]

/** Guards one tool, and gives what its calls come to. */
export const guardOne = (
  { guard }: ToolsUnderTest,
  run: PlainRun,
  options: Partial<GuardToolsOptions> = {}
): ((ask?: AskedCall) => Promise<ReplyToModel>) => {
  const call = guard({ look_up: run }, { turn: openTurn(), ...options })
  return (ask = askFor('look_up', { q: 'x' })) => call(ask)
}

const ruled = (adapter: ToolsUnderTest, run: PlainRun, rule: Rule) =>
  guardOne(adapter, run, { rules: { look_up: rule } })

const asText = (payload: unknown): string => (typeof payload === 'string' ? payload : JSON.stringify(payload))

const writerOf = ({ write = asText }: ToolsUnderTest): ((payload: unknown) => string) => write

const secretly = (): never => {
  throw new Error(`connect ${SECRET}`)
}

export const GUARDED_ANSWERS: Promises<ToolsUnderTest> = {
  'hands on what a tool answers': async (adapter) => {
    const write = writerOf(adapter)
    const answered = async (run: PlainRun, payload: unknown): Promise<void> =>
      expectSame(goodIn(await guardOne(adapter, run)()), write(payload), 'the answer')
    await answered(({ q }) => `found ${String(q)}`, 'found x')
    await answered(() => '[INFO] {done}', '[INFO] {done}')
    await answered(() => '{"a":1} ', '{"a":1} ')
    await answered(async () => ({ rows: [1, null] }), { rows: [1, null] })
  },
  'judges an answer by a codec or by a Standard Schema, and hands on what they make of it': async (adapter) => {
    const write = writerOf(adapter)
    const codec = t.strict({ total: t.number })
    for (const output of [codec, asSchema(codec)]) {
      const call = (answer: unknown) => ruled(adapter, () => answer, { output })()
      expectSame(goodIn(await call({ total: 1, token: 'dropped' })), write({ total: 1 }), 'the answer')
      expectSame(goodIn(await call('{"total":1,"token":"dropped"}')), write('{"total":1}'), 'the answer of a text')
      expectFields(
        errorIn(await call({ total: 'x' })),
        { code: 'schema_violation', detail: 'total: expected number, received one word of 1 letter' },
        'the error'
      )
      expectSame(codeIn(await call('<html>Please log in')), 'html_response', 'the code of a page')
      expectSame(codeIn(await call(await cutSearch()())), 'truncated_response', 'the code of a cut answer')
    }
  },
  'records what a tool answered, also where it is refused': async ({ guard }) => {
    const kept: Array<SettledCall> = []
    const turn = openSession({ recorder: { record: (call) => kept.push(call) } }).openTurn()
    const run = guard(
      { look_up: () => JSON.stringify({ status: 5 }) },
      { turn, rules: { look_up: { output: Status } } }
    )
    expectSame(codeIn(await run(askFor('look_up'))), 'schema_violation', 'the code')
    expectSame(
      kept.map(({ answer }) => answer),
      [{ text: '{"status":5}', raw: { status: 5 } }],
      'the recorded answers'
    )
  },
  'hands on what a codec decoded as what it encodes to': async (adapter) => {
    const output = t.strict({ due: Timestamp })
    const reply = await ruled(adapter, () => ({ due: DUE }), { output })()
    expectSame(goodIn(reply), writerOf(adapter)({ due: DUE }), 'the answer')
  },
  'hands on bytes and dates that a schema made, as text': async (adapter) => {
    const reply = await ruled(adapter, () => ({ ...SCAN, stray: 1 }), { output: asSchema(ScannedFile) })()
    expectSame(goodIn(reply), writerOf(adapter)(SCAN), 'the answer')
  },
  'counts arguments that do not fit those of its rule, and names the next call by them': async (adapter) => {
    const call = ruled(adapter, () => PAGE, { args: PageNumber, output: PageOfRows, checks: [detectMorePages()] })
    const { code, data, next } = pageErrorIn(await call(askFor('look_up', { page: 1 })), adapter.handsPages)
    expectSame(
      { code, data, args: next?.args },
      { code: 'more_pages_available', data: PAGE, args: { page: 2 } },
      'the error of a page'
    )
    const codes: Array<string> = []
    for (let i = 0; i < 5; i++) codes.push(codeIn(await call(askFor('look_up', { page: `p${i}` }, `c${i}`))))
    expectSame(codes, [...times(3, 'invalid_arguments'), ...times(2, 'validation_cap_exceeded')], 'the codes')
  },
  'takes text for text where the codec wants text': async (adapter) => {
    const call = (answer: unknown) => ruled(adapter, () => answer, { output: t.string })()
    expectSame(goodIn(await call('22 degrees')), writerOf(adapter)('22 degrees'), 'the answer')
    if (adapter.seesValues !== false)
      expectSame(codeIn(await call({ degrees: 22 })), 'schema_violation', 'the code of an object')
  },
  'sees a cut answer without any codec': async (adapter) => {
    expectFields(
      errorIn(await guardOne(adapter, cutSearch())()),
      { error_class: 'schema_mismatch', code: 'truncated_response' },
      'the error'
    )
  },
  'lets nothing of what a tool throws reach the model': async (adapter) => {
    const reply = await guardOne(adapter, secretly)()
    expectSame(codeIn(reply), adapter.tellsThrown === true ? 'error_in_body' : 'tool_threw', 'the code')
    expectNone(reply.text, /s3cret|\.js:\d/, 'the text of the error')
  },
  'keeps what a tool threw for its developer, and from the model': async (adapter) => {
    const lines: Array<readonly [level: string, meta: string]> = []
    const logger = {
      log: (level: string, _message: string, meta: unknown) => lines.push([level, JSON.stringify(meta)])
    }
    const cause = new Error(`canary behind it ${SECRET}`)
    const why = Object.assign(new TypeError('canary of the bug', { cause }), { socket: 'canary of the socket' })
    const turn = openSession({ logger }).openTurn()
    const breaking = (): never => {
      throw why
    }
    const reply = await guardOne(adapter, breaking, { turn })()
    const error = errorIn(reply)
    expectNone(JSON.stringify([reply.text, lines, turn.calls]), /s3cret|socket/, 'texts, log and records')
    if (adapter.tellsThrown === true) return
    expectNone(reply.text, /canary|cause|stack/, 'the text of the error')
    expectSame(
      turn.calls.map((record) => record.cause),
      ['TypeError: canary of the bug'],
      'the causes in the records'
    )
    expectSame(
      lines.map(([level]) => level),
      ['error'],
      'the levels of the log'
    )
    expectMatch(lines[0]?.[1], /caused by Error: canary behind it/, 'the log')
    // The stack leads to the tool.
    expectMatch(lines[0]?.[1], /:\d+:\d+/, 'the log')
    if (adapter.throws !== true) return
    const { thrown } = reply
    expectThat(thrown instanceof Error && thrown.cause === why, 'Expected the thrown value as `cause` of the error.')
    expectFields(thrown, { toolError: error }, 'what the adapter throws')
    expectNone(JSON.stringify(thrown), /canary/, 'the JSON of what the adapter throws')
    const shown = Object.keys(thrown).filter((key) => key === 'cause' || key === 'toolError')
    expectSame(shown, [], 'the fields that everybody is shown')
  },
  'quotes what a tool answers in the place of its payload, unless its rule forbids it': async (adapter) => {
    const output = t.type({ total: t.number })
    const call = (quoteErrors: boolean) => ruled(adapter, () => 'Error: order 17 not found', { output, quoteErrors })()
    expectFields(
      errorIn(await call(true)),
      { code: 'not_found', detail: 'The tool returned an error. The tool says: "Error: order 17 not found".' },
      'the error'
    )
    expectSame(errorIn(await call(false)).detail, 'The tool returned an error.', 'the detail without a quote')
  }
}

const HIDDEN = '\u{e0069}\u{e0067}'

export const SHOWS: Promises<ToolsUnderTest> = {
  'hands on nothing that people do not see, where its session says so, and judges what it hands on': async (
    adapter
  ) => {
    const write = writerOf(adapter)
    const output = t.strict({ note: t.string })
    for (const [hidden, shown] of [
      ['strip', 'seen'],
      ['mark', '[U+E0069][U+E0067]seen']
    ] as const) {
      const turn = openSession({ hidden }).openTurn()
      const answered = async (run: PlainRun, payload: unknown, rule: Rule = {}): Promise<void> =>
        expectSame(
          goodIn(await guardOne(adapter, run, { turn, rules: { look_up: rule } })()),
          write(payload),
          'the answer'
        )
      await answered(() => `${HIDDEN}seen`, shown)
      await answered(() => ({ note: `${HIDDEN}seen`, ids: [1, null] }), { note: shown, ids: [1, null] })
      await answered(() => ({ note: `${HIDDEN}seen`, ids: [1] }), { note: shown }, { output })
      await answered(() => '{"note":"\\udb40\\udc69\\udb40\\udc67seen","ids":[2]}', `{"note":"${shown}"}`, { output })
    }
  }
}

export const SEES_VALUES: Promises<ToolsUnderTest> = {
  'says of what a tool throws what its rule makes of it': async (adapter) => {
    const errors = () => semanticGarbage({ code: 'closed', detail: 'The shop is closed.' })
    expectFields(
      errorIn(await ruled(adapter, secretly, { errors })()),
      { code: 'closed', detail: 'The shop is closed.' },
      'the error'
    )
  },
  'lets a tool speak for itself': async (adapter) => {
    const busy = () =>
      failed(partialData({ code: 'rate_limited', detail: 'Come back later.', hint: null }), { executed: 'no' })
    const first = () => incomplete({ rows: [1] }, { detail: 'The first of 3.' })
    for (const rule of [{}, { output: t.UnknownRecord }]) {
      expectSame(
        errorIn(await ruled(adapter, busy, rule)()),
        { error_class: 'partial_data', code: 'rate_limited', detail: 'Come back later.', hint: null },
        'the error of a read'
      )
      expectSame(
        errorIn(await ruled(adapter, busy, { ...rule, effect: 'write' })()).hint,
        'It was not executed: nothing happened.',
        'the hint of a write'
      )
      expectFields(
        pageErrorIn(await ruled(adapter, first, rule)(), adapter.handsPages),
        { code: 'incomplete_response', data: { rows: [1] } },
        'the error of a part'
      )
    }
  }
}

export const MENDS: Promises<ToolsUnderTest> = {
  'repairs arguments that have one meaning only, where its rule says so': async (adapter) => {
    const turn = openTurn()
    const write = writerOf(adapter)
    const call = guardOne(adapter, (args) => ({ asked: args['page'] }), {
      turn,
      rules: { look_up: { args: PageNumber, coerce: true } }
    })
    expectSame(goodIn(await call(askFor('look_up', { page: '2' }))), write({ asked: 2 }), 'the answer')
    expectSame(goodIn(await call(askFor('look_up', { page: 3 }))), write({ asked: 3 }), 'the answer')
    expectSame(codeIn(await call(askFor('look_up', { page: 'next' }))), 'invalid_arguments', 'the code')
    expectSame(
      turn.calls.map(({ args, repair }) => ({ args, repaired: repair?.repaired })),
      [
        { args: { page: 2 }, repaired: ['page: text_to_number'] },
        { args: { page: 3 }, repaired: undefined },
        { args: { page: 'next' }, repaired: undefined }
      ],
      'the records'
    )
  }
}
