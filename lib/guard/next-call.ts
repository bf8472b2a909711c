/**
 * The next call that an error names: computed here alone, after judging and before settling. It is shown only where the
 * tool's own codec takes its arguments, and where this turn has not made it yet.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { CODE_HINTS, MAX_HINT, dottedPath, isDefaultHint, oneLine } from '../core/errors/index.js'
import type { Path, ToolError } from '../core/errors/index.js'
import { keysAt, membersAt } from '../codec/lookup.js'
import { runsOnce } from '../core/calls/index.js'
import { isBareSize, isEmptyCursor, isOffsetName, isPageName, isPagingArgument } from '../core/pages/index.js'
import { isSame, isSizeName, mayNumberPages, wholeNumber, type Pages } from '../core/pages/index.js'
import { type Fields, asFields, isFields, valueAt } from '../core/foreign/index.js'
import { decodeArgs, decodedArguments, type CallArguments, type RefusedArgs } from './arguments.js'
import type { Call } from './call.js'
import { corrected, only } from './corrected-arguments.js'
import type { Judgement } from './judgement.js'
import type { ToolTraits } from './tool.js'
import { stateOf } from './turn.js'
import { namedIn } from './within-turn.js'

// -- model

/** Arguments for the next call, and the words before and after it in the hint. */
interface Candidate {
  readonly args: unknown
  /** Those among them that stand there as the tool gets them. */
  readonly made?: Fields
  readonly why?: string
  readonly after?: string
}

type KeyedCall<Args> = Pick<Call<Args>, 'tool' | 'turn' | 'key' | 'named'>
type Codec = t.Type<unknown, unknown>

const codecOf = <Args>({ args, judgedArgs }: ToolTraits<Args>): Codec | undefined =>
  (args as Codec | undefined) ?? judgedArgs

// -- whether it can be made

const canMake = <Args>({ tool, turn, key, named }: KeyedCall<Args>, { args, made = {} }: Candidate): boolean => {
  const codec = codecOf(tool)
  if (
    codec === undefined ||
    turn.closed ||
    (tool.maxIdenticalCalls ?? turn.settings.budget[runsOnce(tool) ? 'write' : 'read']) === 0
  )
    return false
  const taken = takenBy(codec, args)
  const next = taken.key.inTurn(named)
  const isAsMade = changes(asFields(taken.data), made).every((at) => isSame(valueAt(taken.data, at), valueAt(made, at)))
  // A call that this turn already made leads nowhere new, whether it failed or not.
  return E.isRight(taken.value) && isAsMade && next !== key && (turn.log.of(next)?.isEmpty ?? true)
}

const takenBy = (codec: Codec, args: unknown): CallArguments<unknown> =>
  decodedArguments(codec, fits(codec, args), args)

// A program, or its framework, may have decoded them: a schema that makes others of them would do so twice.
const sentIn = (codec: Codec, { sent, data, key }: CallArguments<unknown>): Fields | undefined =>
  sent === undefined && takenBy(codec, data).key.id !== key.id ? undefined : asFields(sent ?? data)

const fits = (codec: Codec, args: unknown): E.Either<ToolError, unknown> =>
  E.mapLeft(({ error }: RefusedArgs) => error)(decodeArgs(codec, args))

// -- the next page

/** The pages that were found, where the error is of them: an author's own check names its next call itself. */
const pagesIn = <Args, A>(
  { args, judgement }: Call<Args, A>,
  codec: Codec,
  error: ToolError,
  sent: Fields = {}
): Pages | undefined => {
  if (error.code !== 'more_pages_available' || judgement.raw === undefined) return undefined
  const find = (data: unknown) => judgement.findPages?.(judgement.raw, data, parametersOf(codec, data))
  const found = find(args.data)
  if (found?.detail !== error.detail) return undefined
  const first = found.moves.length === 0 ? onFirstPage(codec, sent) : undefined
  return first === undefined ? found : { ...found, moves: find({ ...asFields(args.data), ...first })?.moves ?? [] }
}

// The first page may be 0 or 1: whoever takes no 0 begins at 1.
const onFirstPage = (codec: Codec, sent: Fields): Fields | undefined => {
  const name = keysAt(codec).find(isPageName)
  if (name === undefined || !isEmptyCursor(sent[name])) return undefined
  const [zero, one] = [0, 1].map((page) => fits(codec, { ...sent, [name]: page }))
  return zero && one && E.isLeft(zero) && E.isRight(one) ? { [name]: 1 } : undefined
}

const parametersOf = (codec: Codec, data: unknown): ReadonlyArray<string> => {
  const declared = keysAt(codec)
  return declared.length > 0 ? declared : Object.keys(asFields(data))
}

const nextPages = (found: Pages, sent: Fields): ReadonlyArray<Candidate> =>
  found.moves.flatMap(({ patch, sign }) => {
    // A place that was only counted is a number, or an optional `from` that takes text would take it for a sender.
    const isCounted =
      sign === undefined && Object.keys(patch).every((name) => isPlace(name) && typeof sent[name] !== 'string')
    return isCounted ? [withPatch(sent, patch)] : inBothForms(sent, patch)
  })

const withPatch = (sent: Fields, made: Fields): Candidate => ({ args: { ...sent, ...made }, made })

const isPlace = (name: string): boolean => isPageName(name) || isOffsetName(name)

// A number may be asked for as text, and digits as a number.
const inBothForms = (sent: Fields, patch: Fields): ReadonlyArray<Candidate> => {
  const other = Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      if (typeof value === 'number') return [name, String(value)]
      return [name, typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value]
    })
  )
  return [withPatch(sent, patch), withPatch(sent, other)]
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

// A `size` of 43 is that of a page where 43 rows came, and of shoes where 200 did.
const isPageSize = (name: string, asked: number | undefined, rows: number | undefined): boolean =>
  isBareSize(name) ? asked !== undefined && asked === rows : (asked ?? Infinity) >= (rows ?? 0)

// Pages of another size begin elsewhere, and a page may be called anything: `pg`, `seite`, `chunk`.
const mayBeLaterPage = (sent: Fields, takes: (other: Fields) => boolean): boolean =>
  Object.entries(sent).some(([name, value]) => {
    const takesAt = (other: unknown): boolean => takes({ ...sent, [name]: other })
    if (isFields(value)) return mayBeLaterPage(value, takesAt)
    const number = (mayNumberPages(name) && wholeNumber(value)) || 0
    return number > 1 || (number === 1 && [0, '0'].some(takesAt))
  })

const hasPages = (codec: Codec): boolean => keysAt(codec).some((name) => isPagingArgument(name) && !isSizeName(name))

const withSize = (
  codec: Codec,
  sent: Fields,
  data: Fields,
  rows: number | undefined,
  sizeFor: (asked: number | undefined) => number | undefined
): ReadonlyArray<Candidate> => {
  const name = only(keysAt(codec).filter(isSizeName))
  if (name === undefined || mayBeLaterPage(sent, (other) => E.isRight(fits(codec, other)))) return []
  const asked = wholeNumber(data[name])
  if ((asked === undefined && !isEmptyCursor(data[name])) || !isPageSize(name, asked, rows)) return []
  const size = sizeFor(asked)
  if (size === undefined) return []
  const after = hasPages(codec) ? 'Its result replaces this one.' : 'Its result replaces this one, and is a part too.'
  return inBothForms(sent, { [name]: size }).map((one) => ({ ...one, after }))
}

const sizes = <Args, A>({ args, judgement }: Call<Args, A>, codec: Codec, sent: Fields): ReadonlyArray<Candidate> => {
  const { short, bytes, elements } = judgement
  const found = short ? withSize(codec, sent, asFields(args.data), elements, (asked) => smaller(asked, elements)) : []
  if (elements === undefined) return found
  const why = `${elements} whole ${elements === 1 ? 'element' : 'elements'} came in ${bytes} bytes.`
  return found.map((one) => ({ ...one, why }))
}

// -- the tool's own proposal: a whole call or, from `narrow`, the arguments to change

const named = <Args, A>(
  { tool, args, judgement }: Call<Args, A>,
  codec: Codec,
  { next }: ToolError,
  sent: Fields | undefined
): ReadonlyArray<Candidate> => {
  if (next === undefined || next.tool !== tool.name || !isFields(next.args)) return []
  if (!judgement.short) return [{ args: next.args }]
  return [
    ...(sent === undefined ? [] : [withPatch(sent, next.args)]),
    ...(E.isRight(args.value) ? encoded(codec, { ...asFields(args.value.right), ...next.args }) : [])
  ]
}

const encoded = (codec: Codec, args: unknown): ReadonlyArray<Candidate> => {
  try {
    return [withPatch({}, asFields(codec.encode(args)))]
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
  if (before === after || (typeof before === typeof after && isSame(before, after))) return []
  if (Array.isArray(before) && Array.isArray(after))
    return after.flatMap((each, i) => changes(before[i], each, [...path, i]))
  if (!isFields(before) || !isFields(after)) return [path]
  return Object.keys(after).flatMap((key) => changes(before[key], after[key], [...path, key]))
}

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

const candidates = <Args, A>(
  call: Call<Args, A>,
  codec: Codec,
  error: ToolError,
  found: Pages | undefined,
  sent: Fields | undefined
): ReadonlyArray<Candidate> => {
  if (error.next !== undefined) return named(call, codec, error, sent)
  if (sent === undefined) return []
  if (found !== undefined) return nextPages(found, sent)
  if (error.code === 'more_pages_available' || !isDefaultHint(error)) return []
  if (error.code !== 'invalid_arguments') return sizes(call, codec, sent)
  const args = corrected(codec, call.args.data)
  return args === undefined ? [] : [{ args }]
}

/** A write that ran, or may have, is never suggested again; one that was refused before it ran may be. */
const mayRepeat = <Args, A>({ tool, judgement }: Call<Args, A>): boolean =>
  tool.effect === 'read' || judgement.executed === 'no' || judgement.executed === 'refused'

const withCall = <Args, A>(call: Call<Args, A>, error: ToolError): ToolError => {
  const { next: _, ...alone } = error
  const codec = codecOf(call.tool)
  if (codec === undefined || !mayRepeat(call)) return alone
  try {
    const sent = sentIn(codec, call.args)
    const found = pagesIn(call, codec, error, sent)
    const candidate = candidates(call, codec, error, found, sent).find((one) => canMake(call, one))
    // Words of a check that does not know the parameters would name one that the tool has not.
    if (candidate === undefined) return found === undefined ? alone : { ...alone, hint: GO_ON }
    const isOwn = error.next !== undefined && !isDefaultHint(error)
    const hint = isOwn ? error.hint : hintOf(codec, sent ?? call.args.data, candidate)
    return { ...error, hint, next: { tool: call.tool.name, args: candidate.args } }
  } catch {
    // A codec may be anything, and its inside may throw when it is looked at.
    return alone
  }
}

const GO_ON = CODE_HINTS.get('more_pages_available')?.hint ?? null

/** Adds to the judgement of a call the next one, where one is known that can be made. */
export const withNext = <Args, A>(call: Call<Args, A>): Judgement<A> => {
  const { judgement } = call
  return E.isRight(judgement.result)
    ? judgement
    : { ...judgement, result: E.left(withCall(call, judgement.result.left)) }
}

/** Names a call for a page that fits, by the share of this response that fits and its number of elements. */
export const smallerCall =
  <Args>(tool: ToolTraits<Args>, environment: unknown, argumentsOf: () => CallArguments<unknown>) =>
  (share: number, elements: number | undefined): Pick<ToolError, 'hint' | 'next'> | undefined => {
    const codec = codecOf(tool)
    const state = stateOf(environment)
    if (codec === undefined || state === undefined || tool.effect !== 'read') return undefined
    try {
      const args = argumentsOf()
      const sent = sentIn(codec, args)
      if (sent === undefined || !hasPages(codec)) return undefined
      const fitting = (asked: number | undefined): number | undefined =>
        Math.floor((elements ?? asked ?? 0) * share * MARGIN) || undefined
      const called = namedIn(environment, tool.name)
      const call = { tool, turn: state, named: called, key: args.key.inTurn(called) }
      const candidate = withSize(codec, sent, asFields(args.data), elements, fitting).find((one) => canMake(call, one))
      return candidate && { hint: hintOf(codec, sent, candidate), next: { tool: tool.name, args: candidate.args } }
    } catch {
      return undefined
    }
  }
