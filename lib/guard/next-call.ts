/**
 * The next call that an error names: computed here alone, after judging and before settling. It is shown only where the
 * tool's own codec takes its arguments, and where this turn has not made it yet.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { Issue, Path, ToolError } from '../core/errors/index.js'
import { MAX_HINT, dottedPath, isDefaultHint, isOneEditFrom, nearestOf, oneLine } from '../core/errors/index.js'
import { explain } from '../codec/explain.js'
import { keysAt, membersAt } from '../codec/lookup.js'
import { runsOnce } from '../core/calls/index.js'
import { isPageName, isSame, isSizeName } from '../core/pages/index.js'
import { type Fields, asFields, isFields, valueAt } from '../core/foreign/index.js'
import { decodeArgs, decodedArguments, argumentsFromModel, type RefusedArgs } from './arguments.js'
import type { Call } from './call.js'
import type { Judgement } from './judgement.js'
import type { ToolTraits } from './tool.js'
import { stateOf } from './turn.js'
import { namedIn } from './within-turn.js'

// -- model

/** Arguments for the next call, and the words before and after it in the hint. */
interface Candidate {
  readonly args: unknown
  readonly why?: string
  readonly after?: string
}

type KeyedCall<Args> = Pick<Call<Args>, 'tool' | 'turn' | 'key' | 'named'>
type Codec = t.Type<unknown, unknown>

const codecOf = <Args>({ args, judgedArgs }: ToolTraits<Args>): Codec | undefined =>
  (args as Codec | undefined) ?? judgedArgs

// -- whether it can be made

const canMake = <Args>({ tool, turn, key, named }: KeyedCall<Args>, args: unknown): boolean => {
  const codec = codecOf(tool)
  if (
    codec === undefined ||
    turn.closed ||
    (tool.maxIdenticalCalls ?? turn.settings.budget[runsOnce(tool) ? 'write' : 'read']) === 0
  )
    return false
  const taken = decodedArguments(codec, fits(codec, args), args)
  const next = taken.key.inTurn(named)
  // A call that this turn already made leads nowhere new, whether it failed or not.
  return E.isRight(taken.value) && next !== key && (turn.log.of(next)?.isEmpty ?? true)
}

const fits = (codec: Codec, args: unknown): E.Either<ToolError, unknown> =>
  E.mapLeft(({ error }: RefusedArgs) => error)(decodeArgs(codec, args))

// -- arguments that were refused: each fault has exactly one remedy, or there is no next call

const withValue = (data: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value
  if (Array.isArray(data)) return data.map((each: unknown, i) => (i === key ? withValue(each, rest, value) : each))
  return { ...asFields(data), [key]: withValue(asFields(data)[key], rest, value) }
}

const only = <A>(found: ReadonlyArray<A>): A | undefined => (found.length === 1 ? found[0] : undefined)

// Renames an undeclared key to the declared one that is missing and one edit away.
const renamed = (codec: Codec, data: unknown, path: Path): unknown => {
  const holder = path.slice(0, -1)
  const object = asFields(valueAt(data, holder))
  const declared = keysAt(codec, holder)
  const strangers = Object.keys(object).filter((key) => !declared.includes(key))
  const pairs = strangers.flatMap((key) =>
    declared
      .filter((each) => !Object.hasOwn(object, each) && isOneEditFrom(each, key))
      .map((each) => [key, each] as const)
  )
  const pair = only(pairs.filter((each) => each.includes(String(path.at(-1)))))
  if (pair === undefined) return undefined
  const { [pair[0]]: value, ...others } = object
  return withValue(data, holder, { ...others, [pair[1]]: value })
}

const MAX_TEXT = 64

const repairValue = (codec: Codec, { path, kind }: Issue, value: unknown): unknown => {
  if (typeof value !== 'string' || value.length > MAX_TEXT || kind === 'constraint') return undefined
  const members = membersAt(codec, path)
  if (members.length > 0) return only(nearestOf(value.trim(), members))
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(value.trim())) return Number(value)
  return /^(?:true|false)$/i.test(value.trim()) ? value.trim().toLowerCase() === 'true' : undefined
}

const repairIssue = (codec: Codec, issue: Issue, data: unknown): unknown => {
  if (issue.kind === 'missing' || issue.kind === 'unknown_field') return renamed(codec, data, issue.path)
  const repaired = repairValue(codec, issue, valueAt(data, issue.path))
  return repaired === undefined ? undefined : withValue(data, issue.path, repaired)
}

const MAX_ISSUES = 5

const issuesOf = (codec: Codec, data: unknown): ReadonlyArray<Issue> => {
  const decoded = codec.decode(data)
  return E.isLeft(decoded) ? explain(decoded.left, { values: true }) : []
}

const repaired = (codec: Codec, data: unknown): ReadonlyArray<Candidate> => {
  let args = data
  // A key that was renamed answers for two issues: the one that is missing and the one that is unknown.
  for (let i = 0; i < MAX_ISSUES; i++) {
    const [issue] = issuesOf(codec, args)
    if (issue === undefined) return i === 0 ? [] : [{ args }]
    const next = repairIssue(codec, issue, args)
    if (next === undefined) return []
    args = next
  }
  return []
}

// -- the next page

const pages = <Args, A>(
  { args, judgement }: Call<Args, A>,
  codec: Codec,
  error: ToolError
): ReadonlyArray<Candidate> => {
  if (error.code !== 'more_pages_available' || judgement.raw === undefined) return []
  const found = judgement.findPages?.(judgement.raw, args.data, parametersOf(codec, args.data))
  // An author's own check names the next call of its finding itself.
  if (found === undefined || found.detail !== error.detail) return []
  return found.moves.flatMap(({ patch }) => inBothForms({ ...asFields(args.data), ...patch }, patch))
}

const parametersOf = (codec: Codec, data: unknown): ReadonlyArray<string> => {
  const declared = keysAt(codec)
  return declared.length > 0 ? declared : Object.keys(asFields(data))
}

// A number may be asked for as text, and digits as a number.
const inBothForms = (args: Fields, patch: Fields): ReadonlyArray<Candidate> => {
  const other = Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      if (typeof value === 'number') return [name, String(value)]
      return [name, typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value]
    })
  )
  return [{ args }, { args: { ...args, ...other } }]
}

// -- a smaller request

const MARGIN = 0.85

/** How many elements to ask for: fewer than were whole in a cut response, else half of those asked for. */
const smaller = (asked: number | undefined, elements: number | undefined): number | undefined => {
  const room = elements === undefined ? undefined : Math.max(1, Math.floor(elements * MARGIN))
  const half = asked === undefined ? undefined : Math.floor(asked / 2)
  const size = room === undefined || (asked !== undefined && room >= asked) ? half : room
  return size !== undefined && size >= 1 ? size : undefined
}

const withSize = (
  codec: Codec,
  data: Fields,
  sizeFor: (asked: number | undefined) => number | undefined
): ReadonlyArray<Candidate> => {
  const name = only(keysAt(codec).filter(isSizeName))
  // Pages of another size begin elsewhere.
  const isLaterPage = Object.entries(data).some(([key, value]) => isPageName(key) && Number(value) > 1)
  if (name === undefined || isLaterPage) return []
  const size = sizeFor(typeof data[name] === 'number' ? data[name] : undefined)
  if (size === undefined) return []
  return inBothForms({ ...data, [name]: size }, { [name]: size }).map((one) => ({
    ...one,
    after: 'Its result replaces this one.'
  }))
}

const sizes = <Args, A>({ args, judgement }: Call<Args, A>, codec: Codec): ReadonlyArray<Candidate> => {
  const { short, bytes, elements } = judgement
  const found = short ? withSize(codec, asFields(args.data), (asked) => smaller(asked, elements)) : []
  if (elements === undefined) return found
  const why = `${elements} whole ${elements === 1 ? 'element' : 'elements'} came in ${bytes} bytes.`
  return found.map((one) => ({ ...one, why }))
}

// -- the tool's own proposal: a whole call or, from `narrow`, the arguments to change

const named = <Args, A>(
  { tool, args, judgement }: Call<Args, A>,
  codec: Codec,
  { next }: ToolError
): ReadonlyArray<Candidate> => {
  if (next === undefined || next.tool !== tool.name || !isFields(next.args)) return []
  if (!judgement.short) return [{ args: next.args }]
  const merged = { ...asFields(args.data), ...next.args }
  return [
    { args: merged },
    ...(E.isRight(args.value) ? encoded(codec, { ...asFields(args.value.right), ...next.args }) : [])
  ]
}

const encoded = (codec: Codec, args: unknown): ReadonlyArray<Candidate> => {
  try {
    return [{ args: codec.encode(args) }]
  } catch {
    return []
  }
}

// -- the hint

const isPrintable = (codec: Codec, path: Path, value: unknown): boolean =>
  typeof value === 'boolean' ||
  Number.isSafeInteger(value) ||
  (typeof value === 'string' && membersAt(codec, path).includes(value))

const changes = (before: unknown, after: unknown, path: Path = []): ReadonlyArray<Path> => {
  if (isSameData(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after))
    return after.flatMap((each, i) => changes(before[i], each, [...path, i]))
  if (!isFields(before) || !isFields(after)) return [path]
  return Object.keys(after).flatMap((key) => changes(before[key], after[key], [...path, key]))
}

const isSameData = (a: unknown, b: unknown): boolean => a === b || (typeof a === typeof b && isSame(a, b))

/** Prints numbers, truth values and members of the codec's enumerations; any other value is in `next`. */
const hintOf = (codec: Codec, before: unknown, { args, why, after }: Candidate): string => {
  const paths = changes(before, args)
  const said = paths.map((path) => {
    const value = valueAt(args, path)
    return isPrintable(codec, path, value) ? `${dottedPath(path)}=${String(value)}` : undefined
  })
  const [path] = paths
  const call = said.every((one) => one !== undefined)
    ? `Call again with ${said.join(' and ')}.`
    : paths.length === 1 && path !== undefined
      ? `Call again with the ${dottedPath(path)} that next holds.`
      : 'Call again as next says.'
  return oneLine([why, call, after].filter((part) => part !== undefined).join(' '), MAX_HINT)
}

// -- all of it

const candidates = <Args, A>(call: Call<Args, A>, codec: Codec, error: ToolError): ReadonlyArray<Candidate> => {
  if (error.next !== undefined) return named(call, codec, error)
  if (error.code === 'invalid_arguments') return isDefaultHint(error) ? repaired(codec, call.args.data) : []
  if (error.code === 'more_pages_available') return pages(call, codec, error)
  return isDefaultHint(error) ? sizes(call, codec) : []
}

const withoutNext = <A>(judgement: Judgement<A>, { next, ...error }: ToolError): Judgement<A> =>
  next === undefined ? judgement : { ...judgement, result: E.left(error) }

/** A write that ran, or may have, is never suggested again; one that was refused before it ran may be. */
const mayRepeat = <Args, A>({ tool, judgement }: Call<Args, A>): boolean =>
  tool.effect === 'read' || judgement.executed === 'no' || judgement.executed === 'refused'

const found = <Args, A>(call: Call<Args, A>, error: ToolError): ToolError | undefined => {
  const codec = codecOf(call.tool)
  if (codec === undefined || !mayRepeat(call)) return undefined
  try {
    const candidate = candidates(call, codec, error).find(({ args }) => canMake(call, args))
    if (candidate === undefined) return undefined
    const isOwn = error.next !== undefined && !isDefaultHint(error)
    const hint = isOwn ? error.hint : hintOf(codec, call.args.data, candidate)
    return { ...error, hint, next: { tool: call.tool.name, args: candidate.args } }
  } catch {
    // A codec may be anything, and its inside may throw when it is looked at.
    return undefined
  }
}

/** Adds to the judgement of a call the next one, where one is known that can be made. */
export const withNext = <Args, A>(call: Call<Args, A>): Judgement<A> => {
  const { judgement } = call
  if (E.isRight(judgement.result)) return judgement
  const error = judgement.result.left
  const withCall = found(call, error)
  return withCall === undefined ? withoutNext(judgement, error) : { ...judgement, result: E.left(withCall) }
}

/** Names a call whose response fits, by the share of this one that fits and its number of elements. */
export const smallerCall =
  <Args>(tool: ToolTraits<Args>, environment: unknown, input: unknown) =>
  (share: number, elements: number | undefined): Pick<ToolError, 'hint' | 'next'> | undefined => {
    const codec = codecOf(tool)
    const state = stateOf(environment)
    if (codec === undefined || state === undefined || tool.effect !== 'read') return undefined
    try {
      const { data, key } = argumentsFromModel(input, tool)
      const fitting = (asked: number | undefined): number | undefined =>
        Math.floor((elements ?? asked ?? 0) * share * MARGIN) || undefined
      const called = namedIn(environment, tool.name)
      const call = { tool, turn: state, named: called, key: key.inTurn(called) }
      const candidate = withSize(codec, asFields(data), fitting).find(({ args }) => canMake(call, args))
      return candidate && { hint: hintOf(codec, data, candidate), next: { tool: tool.name, args: candidate.args } }
    } catch {
      return undefined
    }
  }
