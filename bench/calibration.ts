/**
 * Prints how often the rules of calibration are right on labelled traffic, and how fast and in how much memory records
 * are calibrated.
 */
import { judgedGroups, showAblation } from './calibration/ablate.js'
import { awsExamples } from './calibration/aws.js'
import { labelledWeek, type LabelledTool, type Source } from './calibration/labelled.js'
import { rate } from './calibration/rate.js'
import { reportedWeeks } from './calibration/reported.js'
import { figuresOf, score, type Figures } from './calibration/score.js'
import { unforeseenWeek } from './calibration/unforeseen.js'
import { webhooks } from './calibration/webhooks.js'

// -- sets

interface LabelledSet {
  readonly name: string
  readonly sources: ReadonlyArray<Source>
  readonly seed: number
  readonly weekOf: typeof labelledWeek
}

const CALLS_PER_TOOL = 1_000
/** A sixth of the tools shows what a rule does, and takes minutes, not an hour; 1 takes them all. */
const SHARE = 6

// -- figures

const percent = (n: number, of: number): string => `${(of === 0 ? 0 : (n / of) * 100).toFixed(1)} %`

const line = (what: string, { of, right, undecided, opposite }: Figures, goal: number): string =>
  `  ${what.padEnd(16)}${String(of).padStart(6)}   right ${percent(right, of).padStart(7)}   undecided ${percent(undecided, of).padStart(7)}   opposite ${percent(opposite, of).padStart(6)}` +
  `   right or undecided ${percent(right + undecided, of)} (goal ${goal} %)`

const GOALS = { edge: 90, fault: 95, opposite: 2 }

const holds = ({ of, right, undecided, opposite }: Figures, goal: number): boolean =>
  (right + undecided) * 100 >= of * goal && opposite * 100 <= of * GOALS.opposite

/** Scores a set; whether the goals are met. */
const show = async (
  { name, seed }: Pick<LabelledSet, 'name' | 'seed'>,
  week: ReadonlyArray<LabelledTool>
): Promise<boolean> => {
  const scored = await score(week)
  const [edges, faults] = [figuresOf(scored.groups, 'edge'), figuresOf(scored.groups, 'fault')]
  const mixed = scored.groups.filter(({ truth }) => truth === 'mixed')
  console.log(
    `${name}: ${scored.records.toLocaleString('en')} records of ${week.length} tools, seed ${seed}; ${scored.rejected.toLocaleString('en')} rejected in ${scored.groups.length} groups`
  )
  console.log(line('edge cases', edges, GOALS.edge))
  console.log(line('faults', faults, GOALS.fault))
  console.log(
    `  of both         ${String(mixed.length).padStart(6)}   edge case ${mixed.filter(({ group }) => group.verdict === 'likely edge case').length}, undecided ${mixed.filter(({ group }) => group.verdict === 'undecided').length}, fault ${mixed.filter(({ group }) => group.verdict === 'likely fault').length}`
  )
  console.log(
    `  suggestions     ${String(scored.suggestions).padStart(6)}   take ${scored.edgesTaken} of ${scored.edgesRejected} rejected edge cases, and ${scored.faultsTaken} of ${scored.faultsRejected} rejected faults (goal 0)`
  )
  return holds(edges, GOALS.edge) && holds(faults, GOALS.fault) && scored.faultsTaken === 0
}

// -- all

const isAblation = process.argv[2] === 'rules'
const isRate = process.argv[2] === 'rate'

const showSets = async (): Promise<boolean> => {
  const aws = awsExamples()
  if (aws === undefined)
    console.log('The examples of AWS are not installed: npm ci --ignore-scripts --prefix bench/calibration/examples')
  const sets: ReadonlyArray<LabelledSet> = [
    { name: 'GitHub webhooks, on which the rules were tuned', sources: webhooks(), seed: 1, weekOf: labelledWeek },
    ...(aws === undefined
      ? []
      : [
          {
            name: 'AWS examples, which the rules had not met when they were scored first',
            sources: aws,
            seed: 20_261_122,
            weekOf: labelledWeek
          },
          {
            name: 'AWS examples with oddities of other kinds, after which the rules were changed',
            sources: aws,
            seed: 4_711,
            weekOf: unforeseenWeek
          },
          {
            name: 'AWS examples with oddities of those kinds, after which `crowded` was sharpened',
            sources: aws,
            seed: 31_337,
            weekOf: unforeseenWeek
          },
          {
            name: 'AWS examples with oddities of those kinds, made after that and before when broken answers came was left out',
            sources: aws,
            seed: 271_828,
            weekOf: unforeseenWeek
          },
          {
            name: 'AWS examples with oddities of those kinds, made after the last change of all',
            sources: aws,
            seed: 141_421,
            weekOf: unforeseenWeek
          }
        ]),
    {
      name: 'GitHub webhooks with oddities of other kinds, after which the rules were changed',
      sources: webhooks(),
      seed: 90_210,
      weekOf: unforeseenWeek
    },
    { name: 'GitHub webhooks with oddities of those kinds', sources: webhooks(), seed: 65_537, weekOf: unforeseenWeek },
    {
      name: 'GitHub webhooks with oddities of those kinds, again',
      sources: webhooks(),
      seed: 16_180,
      weekOf: unforeseenWeek
    }
  ]
  let all = aws !== undefined
  const groups: Array<Awaited<ReturnType<typeof judgedGroups>>[number]> = []
  for (const set of sets) {
    const week = set.weekOf(
      set.sources.filter((_, i) => i % SHARE === 0),
      { seed: set.seed, callsPerTool: CALLS_PER_TOOL }
    )
    if (isAblation) groups.push(...(await judgedGroups(week)))
    else all = (await show(set, week)) && all
  }
  const reported = reportedWeeks()
  if (!isAblation) return (await show({ name: 'Weeks that people reported', seed: 0 }, reported)) && all
  groups.push(...(await judgedGroups(reported)))
  console.log(`${groups.length} groups; the verdicts that a rule moves`)
  showAblation(groups)
  return true
}

// Memory is measured in a process of its own.
process.exitCode = (await (isRate ? rate(Number(process.argv[3] ?? 1_000_000)) : showSets())) ? 0 : 1
