/**
 * A server as people and models may read of it: an address by its origin, because its path and its query may be
 * secrets; a command by its program and what that runs, because each word behind may be the value of an option.
 */
import { wordSet } from '../../../core/signs/index.js'
import type { Upstream } from './upstream.js'

const VALUE = /[\s=]|:\/\//

/** A program, without its folder; a command that was quoted with its arguments may hold secrets. */
export const programName = (command: string): string => {
  const [word = ''] = command.split(VALUE)
  return `${word.split(/[/\\]/).findLast((part) => part !== '') ?? ''}${word === command ? '' : '…'}`
}

// The first word behind these that belongs to no option names what they run.
const RUNNERS = wordSet(
  `bun bunx cmd deno docker dotnet node npm npx php pipx pnpm podman py python python3 ruby tsx uv uvx yarn`
)
const BARE = wordSet('-y --yes -q --quiet -m -u -i -t -it --init --rm -A /c /d /s dlx exec run tool x')
const VALUED = wordSet(
  '-e --env --env-file -v --volume --mount --network --name -p --package --with --from --directory'
)
const IN_ONE_WORD = /^--?[\w-]+=/

const programsOf = ([command = '', ...rest]: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (!RUNNERS.has(programName(command).replace(/\.(?:exe|cmd)$/i, ''))) return [command]
  const at = rest.findIndex(
    (word, place) =>
      !BARE.has(word) && !VALUED.has(word) && !VALUED.has(rest[place - 1] ?? '') && !IN_ONE_WORD.test(word)
  )
  const next = rest[at] ?? '-'
  return next.startsWith('-') || VALUE.test(next) ? [command] : [command, ...programsOf(rest.slice(at))]
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
