/** The form of what `guarded-call audit --json` prints: docs/audit.schema.json is written from it. */
import * as t from 'io-ts'
import type { Fields } from '#core/foreign'
import { EMPTY_AUDIT, NO_TOOL } from '../../../lib/operate/audit/counts.js'
import { GIVEN_KINDS } from '../../../lib/operate/audit/given.js'

const Counts = t.record(t.string, t.number)
const Kind = t.keyof(
  Object.fromEntries(GIVEN_KINDS.map((kind) => [kind, null])) as Record<(typeof GIVEN_KINDS)[number], null>
)
const place = { at: t.string, file: t.string, conversation: t.number }

type Props<A> = { [Name in keyof A]: A[Name] extends number ? t.NumberC : t.TypeC<Props<A[Name]> & t.Props> }

/** The codecs of figures, by a record in which each of them is 0. */
const propsOf = <A extends object>(none: A): Props<A> =>
  Object.fromEntries(
    Object.entries(none).map(([name, value]: readonly [string, unknown]) => [
      name,
      typeof value === 'number' ? t.number : t.type(propsOf(value as Fields) as t.Props)
    ])
  ) as Props<A>

const { tools: _, ...NO_FIGURES } = EMPTY_AUDIT
const perCall = propsOf(NO_TOOL)
const Figures = t.type({
  ...perCall,
  transcripts: t.number,
  messages: t.number,
  formats: Counts,
  ...propsOf(NO_FIGURES),
  repairs: Counts,
  brokenLines: t.number
})
const File = t.union([
  t.intersection([
    Figures,
    t.type({
      path: t.string,
      broken: t.readonlyArray(
        t.intersection([t.type({ at: t.string, reason: t.string }), t.partial({ places: t.readonlyArray(t.string) })])
      )
    }),
    t.partial({ copy: t.string })
  ]),
  t.type({ path: t.string, error: t.string })
])

export const AuditJson = t.intersection([
  t.type({
    version: t.literal(1),
    conclusion: t.string,
    cost: t.union([t.string, t.null]),
    leftOut: t.union([t.string, t.null]),
    verdict: t.string,
    total: Figures,
    tools: t.readonlyArray(t.type({ tool: t.string, ...perCall })),
    doubles: t.readonlyArray(
      t.type({
        tool: t.string,
        args: t.string,
        ...place,
        calls: t.readonlyArray(t.number),
        says: t.readonlyArray(t.string),
        by: t.keyof({ equal: null, alike: null }),
        sure: t.boolean,
        stopped: t.boolean,
        later: t.boolean
      })
    ),
    given: t.readonlyArray(
      t.type({
        tool: t.string,
        kind: Kind,
        code: t.string,
        count: t.number,
        samples: t.readonlyArray(
          t.intersection([
            t.type({ count: t.number, ...place, call: t.number, says: t.string }),
            t.partial({ id: t.string })
          ])
        )
      })
    ),
    files: t.readonlyArray(File),
    skipped: t.number,
    methods: t.readonlyArray(t.string)
  }),
  t.partial({
    money: t.intersection([
      t.type({ wasted: t.number, all: t.number, by: t.keyof({ price: null, log: null }) }),
      t.partial({ total: t.number, atMost: t.boolean })
    ]),
    config: t.string,
    skippedFiles: t.readonlyArray(t.string),
    unread: t.readonlyArray(t.type({ at: t.string, says: t.string })),
    stopped: t.type({ files: t.number, of: t.number })
  })
])

export type AuditJson = t.TypeOf<typeof AuditJson>
