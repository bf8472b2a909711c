/** The findings of an audit as one JSON document, whose schema is published (docs/audit.schema.json). */
import * as t from 'io-ts'
import { GIVEN_KINDS } from '../../audit/given.js'
import type { Audit, ToolAudit } from '../../audit/counts.js'
import { adviceOf } from './advice.js'
import { conclusionOf, leftOutOf, longOf, wasteOf } from './conclusion.js'
import type { Findings } from './findings.js'
import { printedName } from './printed-name.js'
import { toolsOf, type AuditSummary, type FileReport } from './summary.js'
import { costIn, guardVerdict, methodsOf } from './words.js'

// -- the form

const Counts = t.record(t.string, t.number)
const Kind = t.keyof(
  Object.fromEntries(GIVEN_KINDS.map((kind) => [kind, null])) as Record<(typeof GIVEN_KINDS)[number], null>
)
const place = { at: t.string, file: t.string, conversation: t.number }
const perCall = {
  calls: t.number,
  repeats: t.type({ unchanged: t.number, rechecked: t.number, changed: t.number, unknown: t.number }),
  given: t.type({
    web_page: t.number,
    cut: t.number,
    failed: t.number,
    more_pages: t.number,
    empty: t.number,
    too_long: t.number
  }),
  doubles: t.type({
    equal: t.number,
    alike: t.number,
    sure: t.number,
    stopped: t.number,
    later: t.number,
    needed: t.number,
    neededAlike: t.number
  }),
  refusable: t.type({ calls: t.number, unchanged: t.number }),
  context: t.type({
    tokens: t.number,
    read: t.number,
    measured: t.number,
    wasted: t.number,
    wastedCalls: t.number,
    wastedChars: t.number,
    made: t.number,
    wastedMade: t.number,
    long: t.number
  })
}
const Figures = t.type({
  ...perCall,
  transcripts: t.number,
  messages: t.number,
  formats: Counts,
  unreadable: t.number,
  loops: t.number,
  unanswered: t.number,
  orphaned: t.number,
  hosted: t.number,
  splitTurns: t.number,
  time: t.type({ waited: t.number, wasted: t.number }),
  usage: t.type({ input: t.number, output: t.number, cost: t.number }),
  paid: t.type({ all: t.number, wasted: t.number, unpriced: t.number }),
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
      t.partial({ total: t.number })
    ]),
    config: t.string,
    skippedFiles: t.readonlyArray(t.string),
    unread: t.readonlyArray(t.type({ at: t.string, says: t.string })),
    stopped: t.type({ files: t.number, of: t.number })
  })
])

export type AuditJson = t.TypeOf<typeof AuditJson>

// -- writing

const toolFigures = ({
  calls,
  repeats,
  given,
  doubles,
  refusable,
  context
}: ToolAudit): t.TypeOf<t.TypeC<typeof perCall>> => ({
  calls,
  repeats,
  given,
  doubles,
  refusable,
  context
})

const withoutTools = ({ tools: _, ...counts }: Audit): Omit<Audit, 'tools'> => counts

const figures = ({
  transcripts,
  messages,
  formats,
  audit,
  repairs,
  brokenLines
}: Findings): t.TypeOf<typeof Figures> => ({
  transcripts,
  messages,
  formats,
  ...withoutTools(audit),
  repairs,
  brokenLines
})

const fileJson = (file: FileReport): t.TypeOf<typeof File> => {
  if ('error' in file) return file
  const { path, findings, copy } = file
  return { path, ...figures(findings), broken: findings.broken, ...(copy === undefined ? {} : { copy }) }
}

const MAX_SKIPPED = 20

/** Writes a report as one JSON document. */
export const reportJson = (summary: AuditSummary): AuditJson => {
  const { files, skipped, total, evidence, stopped } = summary
  const [money, config] = [costIn(summary), adviceOf(summary)]
  return {
    version: 1,
    conclusion: conclusionOf(summary),
    cost: [wasteOf(summary), longOf(summary)].filter((line) => line !== undefined).join(' ') || null,
    leftOut: leftOutOf(summary) ?? null,
    verdict: guardVerdict(total.audit),
    total: figures(total),
    tools: toolsOf(total.audit).map(([name, tool]) => ({ tool: printedName(name, 200), ...toolFigures(tool) })),
    doubles: evidence.doubles,
    given: evidence.groups,
    files: files.map(fileJson),
    skipped: skipped.length,
    methods: methodsOf(summary),
    ...(money === undefined ? {} : { money }),
    ...(config === undefined ? {} : { config }),
    ...(skipped.length === 0
      ? {}
      : { skippedFiles: skipped.slice(0, MAX_SKIPPED).map((path) => printedName(path, 200)) }),
    ...(evidence.unread.length === 0 ? {} : { unread: evidence.unread }),
    ...(stopped === undefined ? {} : { stopped })
  }
}

export const writeReport = (summary: AuditSummary): string => `${JSON.stringify(reportJson(summary), null, 2)}\n`
