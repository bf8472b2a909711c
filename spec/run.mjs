/**
 * Builds and runs specs. `npm test` runs the fast tier; `npm run test:all` runs the rest, on what ships: the slow and
 * the long specs, and in full each spec that tries only a tenth before; with `TIER=short` it leaves the tenth at that,
 * and the long ones out. `npm run spec -- spec/guard` (files, folders, or parts of their paths) runs those that are
 * named. Options of mocha, such as `--grep`, are passed on.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SLOW = /\.(?:slow|long)\.spec\.js$/
const LONG = '.long.spec.js'
// Imported by each spec that does less in the fast tier, whichever quotes the build gives them; examples run on what
// ships in every other.
const TIERED = { short: /\/try-examples\.js["']/, all: /\/(?:runs|conformance|try-examples)\.js["']/ }

const given = process.argv.slice(2)
const all = given.includes('--all')
const tier = process.env.TIER ?? (all ? 'all' : 'fast')
const firstOption = given.findIndex((word) => word.startsWith('-'))
const names = firstOption < 0 ? given : given.slice(0, firstOption)
const options = given.slice(names.length).filter((word) => word !== '--all')

// -- build: a second's work, and what ships where that is tested

const build = (command, ...args) => execFileSync(command, args, { cwd: ROOT, stdio: 'inherit' })

if (all) {
  build('npm', 'run', '-s', 'build')
  build(process.execPath, 'spec/build.mjs', '--ships')
} else await import('./build.mjs')

// -- choose

const built = readdirSync(join(ROOT, 'built/spec'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.spec.js'))
  .map((name) => `built/spec/${name}`)
  .sort()

const meets = (name) => {
  const part = name.replace(/^(?:\.\/)?(?:built\/)?/, '').replace(/\.ts$/, '.js')
  return built.filter((path) => path.includes(part))
}

const unknown = names.filter((name) => meets(name).length === 0)
if (unknown.length > 0) {
  console.error(
    `No spec has ${unknown.map((name) => `"${name}"`).join(' or ')} in its path: name a file or folder below spec/.`
  )
  process.exit(2)
}
// First of all what takes longest: one worker runs it while the other runs the rest, beginning with what measures
// processor time, in a process that nothing has used before.
const FIRST = ['built/spec/real-sdks.slow.spec.js', 'built/spec/regular-expressions.slow.spec.js']
const placeOf = (path) => (FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length)
const slow = built
  .filter((path) => SLOW.test(path) && !(tier === 'short' && path.endsWith(LONG)))
  .sort((a, b) => placeOf(a) - placeOf(b))
const fast = built.filter((path) => !SLOW.test(path))
const chosen =
  names.length > 0
    ? [...new Set(names.flatMap(meets))]
    : all
      ? // The slow ones first: the last to end are then short.
        [...slow, ...fast.filter((path) => (TIERED[tier] ?? TIERED.all).test(readFileSync(join(ROOT, path), 'utf8')))]
      : fast

// -- run

const alone = names.length > 0 || options.includes('--no-parallel')
// One more than there are cores: many specs wait for a server, a store or a time.
const jobs = Math.min(4, availableParallelism() + 1)
const mocha = spawn(
  process.execPath,
  [
    // Most of what specs make is garbage at once: collected more rarely, it takes a seventh less of the whole time.
    '--max-semi-space-size=64',
    // Mapping each stack to its source takes an eighth of the time of the whole suite: specs run by name have it.
    ...(alone ? ['--enable-source-maps'] : []),
    join(ROOT, 'node_modules/mocha/bin/mocha.js'),
    ...(alone ? [] : ['--parallel', '--jobs', String(jobs)]),
    // First: some of mocha's options take every word that follows.
    ...chosen,
    ...options
  ],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, TIER: tier } }
)
// Ctrl-C is for mocha, which ends what it started.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => mocha.kill(signal))
const [status] = await once(mocha, 'exit')
process.exitCode = status ?? 1
