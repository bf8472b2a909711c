/**
 * A server as people and models may read of it: an address by its origin, because its path and its query may be
 * secrets; a command by its program and what that runs, because each word behind may be the value of an option.
 */
import type { Upstream } from './upstream.js'

const VALUE = /[\s=]|:\/\//

/** A program, without its folder; a command that was quoted with its arguments may hold secrets. */
export const programName = (command: string): string => {
  const [word = ''] = command.split(VALUE)
  return `${word.split(/[/\\]/).findLast((part) => part !== '') ?? ''}${word === command ? '' : '…'}`
}

// The first word behind these that belongs to no option names what they run. An option means another thing to each:
// behind `-e`, docker reads a variable, and node code, behind which any word may be a secret.
const RUNNERS: ReadonlyArray<readonly [names: string, bare: string, valued: string]> = [
  ['docker podman', 'run exec -i -t -it --init --rm', '-e --env --env-file -v --volume --mount --network --name -p'],
  ['npx bunx', '-y --yes -q --quiet', '-p --package'],
  ['npm pnpm yarn', 'dlx exec run x -y --yes -q --quiet', '--package'],
  ['uv', 'run tool -q --quiet', '-p --package --with --from --directory --env-file'],
  ['uvx', '-q --quiet', '-p --with --from --directory --env-file'],
  ['pipx', 'run -q --quiet', '--with'],
  ['python python3 py', '-m -u -q -i', ''],
  ['node tsx', '', '--env-file'],
  ['bun', 'run x', '--env-file'],
  ['deno', 'run -A -q --quiet', ''],
  ['cmd', '/c /d /s', ''],
  ['dotnet php ruby', '', '']
]
const has = (words: string, word: string): boolean => words.split(' ').includes(word)
// Code, too, may stand in one word with its option.
const IN_ONE_WORD = /^--(?!eval|print|process|run)[\w-]+=/
// Whoever logs in to a host (`token@host:a/b`, `gitlab:token@a/b`), rather than a version (`npm:a@1`).
const USER = /^(?!@|(?:jsr|npm):)(?=[^/\\]*:)[^/\\]+@(?!sha256:)/
const REST = /[?#].*/s

const programsOf = ([command = '', ...rest]: ReadonlyArray<string>): ReadonlyArray<string> => {
  const name = programName(command).replace(/\.(?:exe|cmd)$/i, '')
  const runner = RUNNERS.find(([names]) => has(names, name))
  if (runner === undefined) return [command]
  const [, bare, valued] = runner
  const isOption = (word: string, place: number): boolean =>
    has(`${bare} ${valued}`, word) || (place > 0 && has(valued, rest[place - 1] ?? '')) || IN_ONE_WORD.test(word)
  const at = rest.findIndex((word, place) => word === '' || !isOption(word, place))
  const next = rest[at]?.replace(REST, '') ?? ''
  return /^-|^$/.test(next) || VALUE.test(next) || USER.test(next)
    ? [command]
    : [command, ...programsOf([next, ...rest.slice(at + 1)])]
}

const originOf = (word: string): string | undefined =>
  /^https?:\/\//i.test(word) && URL.canParse(word) ? new URL(word).origin : undefined

export const shownServer = (upstream: Upstream): string => {
  if (upstream.kind === 'address') return upstream.url.origin
  const [command = '', ...programs] = programsOf([upstream.command, ...upstream.args])
  // What connects to an address is one of many with that name.
  const to = upstream.args.map(originOf).find((origin) => origin !== undefined)
  return [programName(command), ...programs, ...(to === undefined ? [] : [to])].join(' ')
}
