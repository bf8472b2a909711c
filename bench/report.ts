/** What a bench prints: the machine, and tables in Markdown. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

// -- the machine

export interface Machine {
  readonly node: string
  readonly v8: string
  readonly cpu: string
  readonly cores: number
  readonly memoryGB: number
}

export const machine = (): Machine => ({
  node: process.version,
  v8: process.versions.v8,
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGB: Math.round(totalmem() / 2 ** 30)
})

export const machineLine = ({ node, v8, cpu, cores, memoryGB }: Machine): string =>
  `Node ${node} (V8 ${v8}), ${cores} cores of ${cpu}, ${memoryGB} GB.\n`

// -- numbers and tables

/** A ratio, with as many digits as mean something. */
export const ratio = (value: number): string =>
  value < 0.1 ? value.toFixed(3) : value < 10 ? value.toFixed(2) : value.toFixed(0)

/** The length of a text. */
export const length = (characters: number): string =>
  characters < 10_000
    ? `${(characters / 1000).toFixed(1)} KB`
    : characters < 1e6
      ? `${Math.round(characters / 1000)} KB`
      : `${(characters / 1e6).toFixed(1)} MB`

export const table = (
  title: string,
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<readonly [string, ...ReadonlyArray<string>]>
): string =>
  [
    `**${title}**`,
    '',
    `| | ${heads.join(' | ')} |`,
    `|---|${heads.map(() => '---:').join('|')}|`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    ''
  ].join('\n')

// -- processes and files

/**
 * Runs this script again, in a process of its own, for one contestant; what it prints is JSON. Nothing where it fails,
 * which is said.
 */
export const inProcess = <A>(
  name: string,
  options: ReadonlyArray<string>,
  flags: ReadonlyArray<string> = []
): ReadonlyArray<A> => {
  process.stderr.write(`${name} …\n`)
  const run = spawnSync(
    process.execPath,
    ['--expose-gc', ...flags, process.argv[1]!, `--contestant=${name}`, ...options],
    { encoding: 'utf8', maxBuffer: 1e8 }
  )
  if (run.status === 0) return [JSON.parse(run.stdout) as A]
  process.stderr.write(
    `  not measured: ${
      run.stderr
        .trim()
        .split('\n')
        .find((line) => line.includes('Error')) ?? run.stderr
    }\n`
  )
  return []
}

/** Prints a report, and writes it beside the compiled code as Markdown and as JSON. */
export const publish = (name: string, text: string, data: unknown): void => {
  writeFileSync(new URL(`${name}.json`, import.meta.url), JSON.stringify(data, null, 2))
  writeFileSync(new URL(`${name}.md`, import.meta.url), text)
  process.stdout.write(`${text}\n`)
}
