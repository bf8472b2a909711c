/** An operation of a ledger in words, for a terminal. */
import type { LedgerOperation } from '../../../core/calls/index.js'
import { UsageError } from '../exit.js'

// -- ages

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds of an age as it is typed: `90s`, `30m`, `1h`, `2d`. */
export const readAge = (text: string): number => {
  const [, figure, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (figure === undefined) throw new UsageError(`Expected an age such as 90s, 30m, 1h or 2d, and read '${text}'.`)
  return Number(figure) * UNITS[unit as keyof typeof UNITS]
}

/** An age in its largest unit. */
export const shownAge = (ms: number): string => {
  const unit = (['d', 'h', 'm'] as const).find((each) => ms >= UNITS[each]) ?? 's'
  return `${Math.max(0, Math.floor(ms / UNITS[unit]))} ${unit === 'm' ? 'min' : unit}`
}

const ageOf = ({ beganAt }: LedgerOperation, now: number): string =>
  beganAt === null ? '' : `${shownAge(now - Date.parse(beganAt))} ago`

// -- lists

/** A line for each. */
export const listed = (operations: ReadonlyArray<LedgerOperation>, now: number): string => {
  const rows = operations.map((operation) => [
    operation.operationId,
    operation.state,
    operation.tool,
    operation.step ?? '',
    operation.beganAt ?? '',
    ageOf(operation, now)
  ])
  const widths = [0, 1, 2, 3, 4, 5].map((i) => Math.max(0, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>): string => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('')
}

// -- one operation

const STATES: Readonly<Record<LedgerOperation['state'], string>> = {
  running: 'running: somebody holds a lease',
  unknown: 'unknown: it began, and nobody knows how it ended',
  executed: 'executed: a redelivery does not run it again',
  not_executed: 'not executed: a redelivery may run it'
}

/** All that is known of it. */
export const operationText = (operation: LedgerOperation, now: number): string => {
  const { operationId, state, tool, step, attempt, beganAt, leaseLeftMs, executedAt, argsDigest, by, audit } = operation
  const facts: ReadonlyArray<readonly [string, string | false]> = [
    ['operation', operationId],
    ['state', STATES[state]],
    ['tool', tool],
    ['step', step ?? false],
    ['attempt', String(attempt)],
    ['began', beganAt !== null && `${beganAt}, ${ageOf(operation, now)}`],
    ['lease', state === 'running' && `ends in ${Math.ceil(leaseLeftMs / 1_000)} s`],
    ['executed', executedAt ?? false],
    ['answer', state === 'executed' && (JSON.stringify(operation.answer) ?? 'not kept')],
    ['arguments', `digest ${argsDigest}`],
    ['said by', by ?? false],
    ...audit.map((line) => ['audit', `${line.at} ${line.by}: ${line.to.replace('_', ' ')}. ${line.note}`] as const)
  ]
  return facts.flatMap(([name, fact]) => (fact === false ? [] : [`${name.padEnd(10)} ${fact}\n`])).join('')
}
