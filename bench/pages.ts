/**
 * How many of the partial responses of real APIs are found, how many whole ones are mistaken for partial, and how many
 * next calls can be made.
 */
import { isPartial, listings, missIn, type Listing, type Miss } from '../spec/corpora/pages.js'
import { publish, table } from './report.js'

/** A listing, and what a guarded call makes of it. */
interface Asked extends Listing {
  readonly miss: Miss | undefined
}

const asked: ReadonlyArray<Asked> = await Promise.all(
  listings.map(async ({ label }) => ({ ...label, miss: await missIn(label) }))
)

// -- counting

/** Responses of some listings, each as often as it came. */
const count = (all: ReadonlyArray<Asked>, test: (one: Asked) => boolean): number =>
  all.filter(test).reduce((sum, { times = 1 }) => sum + times, 0)

const isFound = ({ miss }: Asked): boolean => miss !== 'not found'
const isLast = ({ truth }: Asked): boolean => truth.more === false && truth.style !== undefined
const isMistaken = ({ miss }: Asked): boolean => miss === 'mistaken'

const tallyOf = (all: ReadonlyArray<Asked>) => {
  const partial = all.filter(isPartial)
  const whole = all.filter((one) => !isPartial(one))
  // Of those found, the ones whose protocol has a next call.
  const calls = partial.filter((one) => isFound(one) && one.truth.next !== undefined)
  return {
    partial: count(partial, () => true),
    found: count(partial, isFound),
    calls: count(calls, () => true),
    shown: count(calls, ({ miss }) => miss !== 'no next call'),
    executable: count(calls, ({ miss }) => miss === undefined),
    whole: count(whole, () => true),
    alarms: count(whole, isMistaken),
    lastPages: count(whole, isLast),
    lastAlarms: count(whole, (one) => isLast(one) && isMistaken(one))
  }
}

const share = (part: number, all: number): string =>
  all === 0 ? '–' : `${part} of ${all} (${((100 * part) / all).toFixed(all > 300 ? 1 : 0)} %)`

const row = (name: string, all: ReadonlyArray<Asked>): readonly [string, ...ReadonlyArray<string>] => {
  const { partial, found, calls, shown, executable, whole: none, alarms, lastPages, lastAlarms } = tallyOf(all)
  return [
    name,
    share(found, partial),
    share(executable, calls),
    share(executable, shown),
    share(alarms, none),
    `${lastAlarms} of ${lastPages}`
  ]
}

const HEADS = [
  'partial responses found',
  'next call right',
  'right where one is shown',
  'whole responses mistaken',
  'last pages mistaken'
]

const halves = (['tune', 'held'] as const).map((half) => ({ half, all: asked.filter((one) => one.half === half) }))
const NAMES = { tune: 'the half that the rules were written against', held: 'the half set aside, by API' }

const summaries = halves.map(({ half, all }) =>
  table(`${new Set(all.map(({ api }) => api)).size} APIs and tools, ${NAMES[half]}`, HEADS, [
    row(
      'recorded',
      all.filter(({ by }) => by === 'recorded')
    ),
    row(
      'documented',
      all.filter(({ by }) => by !== 'recorded')
    ),
    row(
      'documented, without those written by hand',
      all.filter(({ by }) => by === 'documented')
    ),
    row('all', all),
    row(
      'all without AWS',
      all.filter(({ aws }) => aws !== true)
    )
  ])
)

const styles = [...new Set(asked.flatMap(({ truth }) => truth.style ?? []))].toSorted()
const byStyle = halves.map(({ half, all }) =>
  table(
    `By style, ${NAMES[half]}`,
    HEADS,
    styles.map((style) =>
      row(
        style,
        all.filter(({ truth }) => truth.style === style)
      )
    )
  )
)

publish('pages', [...summaries, ...byStyle].join('\n'), {
  halves: halves.map(({ half, all }) => ({ half, ...tallyOf(all) })),
  missed: asked
    .filter((one) => one.half === 'tune' && isPartial(one) && !isFound(one))
    .map(({ api, truth }) => ({ api, style: truth.style }))
})
