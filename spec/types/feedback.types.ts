/** What the compiler must infer of the model's side; nothing of this file runs. */
import { expectTypeOf } from 'expect-type'
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { looksLikeSlugId } from '../../lib/feedback/guesses.js'
import { repairArguments } from '../../lib/feedback/repair-arguments.js'
import { structuredOutput, type StructuredOutput } from '../../lib/feedback/structured-output.js'
import { guardedCall, type AnyGuardedCall, type ToolError, type HasTurn } from '../../lib/index.js'

const Ticket = t.type({ title: t.string, priority: t.number })
type Ticket = t.TypeOf<typeof Ticket>

const create = guardedCall(
  { name: 'create', effect: 'write', args: Ticket, run: () => '{"id":1}' },
  t.type({ id: t.number })
)
const repaired = repairArguments(create, {
  ask: async () => ({ args: {} }),
  checkIds: (args) => looksLikeSlugId(args['title'])
})
expectTypeOf(repaired('anything')).toEqualTypeOf<RTE.ReaderTaskEither<HasTurn, ToolError, { id: number }>>()
expectTypeOf(repaired).toExtend<AnyGuardedCall>()
// @ts-expect-error there is nobody to ask
repairArguments(create, {})

const generate = async (): Promise<string> => '{}'
expectTypeOf(structuredOutput({ generate, codec: Ticket })('request')).toEqualTypeOf<
  RTE.ReaderTaskEither<HasTurn, ToolError, StructuredOutput<Ticket>>
>()

// A fallback may be simpler than what was asked for; the check has to take both.
const Simple = t.type({ title: t.string })
const either = structuredOutput({
  generate,
  codec: Ticket,
  fallback: { codec: Simple, value: { title: 'none' } },
  semanticCheck: (value) => {
    expectTypeOf(value).toEqualTypeOf<Ticket | { title: string }>()
    return O.none
  }
})
expectTypeOf(either('request')).toEqualTypeOf<
  RTE.ReaderTaskEither<HasTurn, ToolError, StructuredOutput<Ticket | { title: string }>>
>()
