/** The findings of an audit as one JSON document, whose schema is published (docs/audit.schema.json). */
import * as t from 'io-ts'
import type { Fields } from '../../../core/foreign/index.js'
import { given } from '../../../core/options.js'
import { GIVEN_KINDS } from '../../audit/given.js'
import { EMPTY_AUDIT, NO_TOOL } from '../../audit/counts.js'
import { adviceOf } from './advice.js'
import { conclusionOf, leftOutOf, wasteOf } from './conclusion.js'
import { longOf } from './long-results.js'
import type { Findings } from './findings.js'
import { printedName } from './printed-name.js'
import { toolsOf, type AuditSummary, type FileReport } from './summary.js'
import { costIn, methodsOf } from './words.js'
import { guardVerdict } from './guard-verdict.js'

// -- the form

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

/** What `guarded-call audit --json` prints. Figures may be added; none changes its meaning within a version. */
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

// -- writing

const figures = ({
  transcripts,
  messages,
  formats,
  audit: { tools: _tools, ...counts },
  repairs,
  brokenLines
}: Findings): t.TypeOf<typeof Figures> => ({ transcripts, messages, formats, ...counts, repairs, brokenLines })

const fileJson = (file: FileReport): t.TypeOf<typeof File> => {
  if ('error' in file) return file
  const { path, findings, copy } = file
  return { path, ...figures(findings), broken: findings.broken, ...given({ copy }) }
}

const MAX_SKIPPED = 20

const someOf = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | undefined => (list.length === 0 ? undefined : list)

/** Writes a report as one JSON document. */
const reportJson = (summary: AuditSummary): AuditJson => {
  const { files, skipped, total, evidence, stopped } = summary
  const [money, config] = [costIn(summary), adviceOf(summary)]
  return {
    version: 1,
    conclusion: conclusionOf(summary),
    cost: [wasteOf(summary), longOf(summary)].filter((line) => line !== undefined).join(' ') || null,
    leftOut: leftOutOf(summary) ?? null,
    verdict: guardVerdict(summary),
    total: figures(total),
    tools: toolsOf(total.audit).map(([name, tool]) => ({ tool: printedName(name, 200), ...tool })),
    doubles: evidence.doubles,
    given: evidence.groups,
    files: files.map(fileJson),
    skipped: skipped.length,
    methods: methodsOf(summary),
    ...given({
      money,
      config,
      skippedFiles: someOf(skipped.slice(0, MAX_SKIPPED).map((path) => printedName(path, 200))),
      unread: someOf(evidence.unread),
      stopped
    })
  }
}

export const writeReport = (summary: AuditSummary): string => `${JSON.stringify(reportJson(summary), null, 2)}\n`
