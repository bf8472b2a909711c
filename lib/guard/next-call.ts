/**
 * The next call that an error names: computed here alone, after judging and before settling. It is shown only where the
 * tool's own codec takes its arguments, and where this turn has not made it yet.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { CODE_HINTS, MAX_HINT, NO_LESS, SMALLER, dottedPath, isDefaultHint, oneLine } from '../core/errors/index.js'
import type { Path, ToolError } from '../core/errors/index.js'
import { declaresKeys, keysAt, membersAt } from '../codec/lookup.js'
import { runsOnce } from '../core/calls/index.js'
import { isBareSize, isEmptyCursor, isOffsetName, isPageName } from '../core/pages/index.js'
import { isSame, isSizeName, mayNumberPages, wholeNumber, type Pages } from '../core/pages/index.js'
import { type Fields, asFields, isFields, valueAt } from '../core/foreign/index.js'
import { decodeArgs, decodedArguments, argumentsFromModel, type RefusedArgs } from './arguments.js'
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

// -- the next page

/** The pages that were found, where the error is of them: an author's own check names its next call itself. */
const pagesIn = <Args, A>({ args, judgement }: Call<Args, A>, codec: Codec, error: ToolError): Pages | undefined => {
  if (error.code !== 'more_pages_available' || judgement.raw === undefined) return undefined
  const find = (data: unknown) => judgement.findPages?.(judgement.raw, data, parametersOf(codec, data))
  const found = find(args.data)
  if (found?.detail !== error.detail) return undefined
  const first = found.moves.length === 0 ? onFirstPage(codec, asFields(args.data)) : undefined
  return first === undefined ? found : { ...found, moves: find(first)?.moves ?? [] }
}

// The first page may be 0 or 1: whoever takes no 0 begins at 1.
const onFirstPage = (codec: Codec, data: Fields): Fields | undefined => {
  const name = keysAt(codec).find(isPageName)
  if (name === undefined || !isEmptyCursor(data[name])) return undefined
  const [zero, one] = [0, 1].map((page) => ({ ...data, [name]: page }))
  return E.isLeft(fits(codec, zero)) && E.isRight(fits(codec, one)) ? one : undefined
}

const parametersOf = (codec: Codec, data: unknown): ReadonlyArray<string> => {
  const declared = keysAt(codec)
  return declared.length > 0 ? declared : Object.keys(asFields(data))
}

const nextPages = (found: Pages, sent: Fields): ReadonlyArray<Candidate> =>
  found.moves.flatMap(({ patch, sign }) => {
    // A place that was only counted is a number, or an optional `from` that takes text would take it for a sender.
    const isCounted = sign === undefined && Object.keys(patch).every((name) => isPlace(name) && !isText(sent[name]))
    return isCounted ? [{ args: { ...sent, ...patch } }] : inBothForms(sent, patch)
  })

const isPlace = (name: string): boolean => isPageName(name) || isOffsetName(name)

const isText = (value: unknown): boolean => typeof value === 'string'

// A number may be asked for as text, and digits as a number.
const inBothForms = (sent: Fields, patch: Fields): ReadonlyArray<Candidate> => {
  const other = Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      if (typeof value === 'number') return [name, String(value)]
      return [name, typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value]
    })
  )
  return [{ args: { ...sent, ...patch } }, { args: { ...sent, ...other } }]
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
const mayBeLaterPage = (data: Fields): boolean =>
  Object.entries(data).some(([name, value]) =>
    isFields(value) ? mayBeLaterPage(value) : mayNumberPages(name) && (wholeNumber(value) ?? 0) > 1
  )

const withSize = (
  codec: Codec,
  data: Fields,
  rows: number | undefined,
  sizeFor: (asked: number | undefined) => number | undefined
): ReadonlyArray<Candidate> => {
  const name = only(keysAt(codec).filter(isSizeName))
  if (name === undefined || mayBeLaterPage(data)) return []
  const asked = wholeNumber(data[name])
  if ((asked === undefined && !isEmptyCursor(data[name])) || !isPageSize(name, asked, rows)) return []
  const size = sizeFor(asked)
  if (size === undefined) return []
  return inBothForms(data, { [name]: size }).map((one) => ({
    ...one,
    after: 'Its result replaces this one.'
  }))
}

const sizes = <Args, A>({ args, judgement }: Call<Args, A>, codec: Codec): ReadonlyArray<Candidate> => {
  const { short, bytes, elements } = judgement
  const found = short ? withSize(codec, asFields(args.data), elements, (asked) => smaller(asked, elements)) : []
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

const candidates = <Args, A>(
  call: Call<Args, A>,
  codec: Codec,
  error: ToolError,
  found: Pages | undefined
): ReadonlyArray<Candidate> => {
  const { data } = call.args
  if (error.next !== undefined) return named(call, codec, error)
  if (found !== undefined) return nextPages(found, asFields(data))
  if (error.code === 'more_pages_available' || !isDefaultHint(error)) return []
  if (error.code !== 'invalid_arguments') return sizes(call, codec)
  const args = corrected(codec, data)
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
    const found = pagesIn(call, codec, error)
    const candidate = candidates(call, codec, error, found).find(({ args }) => canMake(call, args))
    // Words of a check that does not know the parameters would name one that the tool has not.
    if (candidate === undefined) return found === undefined ? askingNoLess(alone, codec) : { ...alone, hint: GO_ON }
    const isOwn = error.next !== undefined && !isDefaultHint(error)
    const hint = isOwn ? error.hint : hintOf(codec, call.args.data, candidate)
    return { ...error, hint, next: { tool: call.tool.name, args: candidate.args } }
  } catch {
    // A codec may be anything, and its inside may throw when it is looked at.
    return alone
  }
}

// Of a tool without arguments, or of one thing by its id, there is no smaller page.
const ONE_THING = /^(?!since|max|min|after|before)(?:(?:.*_)?id|.*I[dD])$/

const asksForLess = (codec: Codec): boolean => {
  const [name, ...others] = keysAt(codec)
  return name === undefined ? !declaresKeys(codec) : others.length > 0 || !ONE_THING.test(name)
}

const askingNoLess = (error: ToolError, codec: Codec): ToolError =>
  error.hint?.includes(SMALLER) !== true || asksForLess(codec)
    ? error
    : { ...error, hint: error.hint.replace(SMALLER, NO_LESS) }

const GO_ON = CODE_HINTS.get('more_pages_available')?.hint ?? null

/** Adds to the judgement of a call the next one, where one is known that can be made. */
export const withNext = <Args, A>(call: Call<Args, A>): Judgement<A> => {
  const { judgement } = call
  return E.isRight(judgement.result)
    ? judgement
    : { ...judgement, result: E.left(withCall(call, judgement.result.left)) }
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
      const candidate = withSize(codec, asFields(data), elements, fitting).find(({ args }) => canMake(call, args))
      if (candidate !== undefined)
        return { hint: hintOf(codec, data, candidate), next: { tool: tool.name, args: candidate.args } }
      return asksForLess(codec) ? undefined : { hint: NO_LESS }
    } catch {
      return undefined
    }
  }
