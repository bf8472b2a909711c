/** Turns io-ts's errors into issues that a person or a model can act on. */
import { plainName } from '../core/signs/index.js'
import * as o from '../core/options.js'
import type * as t from 'io-ts'
import { isObject, ownField } from '../core/foreign/index.js'
import {
  type Issue,
  type Path,
  issueSentence,
  looksLikeName,
  nearestFinder,
  oneLine,
  typeName
} from '../core/errors/index.js'
import { isSecretName, redactedIn } from '../core/redact/index.js'
import { describeReceived, mayBeSecret } from './describe-received.js'
import { errorTree } from './error-tree.js'
import { declaredDepths, pathOf } from './field.js'
import { declaresAt } from './lookup.js'
import { findingsOf, type Finding } from './findings.js'
import { shown } from './shown.js'
import type { NamedCodec } from './inspect.js'

// -- model

/** How much of a value an issue may show. @category Issues @since 0.1.0 */
export interface ExplainOptions {
  /**
   * Whether issues show the value and may quote it in their messages: for the model's own arguments and output, not for
   * results.
   * @default false
   */
  readonly values?: boolean
  /**
   * Whether issues of a result say what may be said of its values: numbers, lengths, the form of a text, undeclared
   * keys beside a missing one.
   * @default false
   */
  readonly forms?: boolean
}

// io-ts keeps every error: a payload of 75 bytes against nested unions makes a million of them.
const MAX_ERRORS = 1_000
const MAX_MESSAGE = 300

// -- constructors

const expectedOf = ({ kind, expectation, value }: Finding): string =>
  kind === 'missing' || expectation.types?.includes(typeName(value)) === false ? expectation.mismatch : expectation.text

const MAX_BESIDE = 3
const MAX_KEYS = 100

const holderOf = (root: t.ContextEntry | undefined, path: Path): unknown => {
  let holder = root?.actual
  for (const key of path.slice(0, -1)) holder = ownField(holder, key)?.value
  return holder
}

/** Says whether a value may be shown as it is: as it would stand in a recording of all the data. */
const mayBeShownIn = (root: t.ContextEntry | undefined): ((path: Path, value: unknown) => boolean) => {
  const redactedAt = redactedIn(root?.actual)
  return (path, value) =>
    value === undefined ||
    // What cannot be read is not shown.
    safely(() => {
      const left = redactedAt(path)
      return typeof value === 'bigint' ? String(value) === left : shown(value) === shown(left)
    }, false)
}

/** Keys beside a missing one that the codec does not declare and that may be printed. */
const besideOf = (root: t.ContextEntry | undefined, path: Path): ReadonlyArray<string> => {
  if (root === undefined) return []
  const parent = path.slice(0, -1)
  const holder = holderOf(root, path)
  if (typeName(holder) !== 'object') return []
  return Object.keys(holder as object)
    .slice(0, MAX_KEYS)
    .filter(
      (key) => looksLikeName(key) && !isSecretName(plainName(key)) && !declaresAt(root.type as NamedCodec, parent, key)
    )
    .slice(0, MAX_BESIDE)
}

/** Safe facts about a value that is not the model's own. */
const seenFrom = (finding: Finding, path: Path, root: t.ContextEntry | undefined): Partial<Issue> => {
  if (finding.kind === 'unknown_field') return {}
  if (finding.kind !== 'missing') return { came: describeReceived(finding.value, path.at(-1), finding.kind === 'enum') }
  const beside = safely(() => besideOf(root, path), [])
  return beside.length === 0 ? {} : { beside }
}

// A value that was not copied as data may throw when it is read.
const safely = <A>(read: () => A, otherwise: A): A => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

const issueOf = (
  finding: Finding,
  { values, forms }: Required<ExplainOptions>,
  nearest: ReturnType<typeof nearestFinder>,
  root: t.ContextEntry | undefined,
  mayBeShown: ReturnType<typeof mayBeShownIn>
): Issue => {
  const path = pathOf(finding.field)
  const declared = declaredDepths(finding.field).filter((depth) => {
    const key = path[depth]
    return typeof key === 'string' && !looksLikeName(key)
  })
  const suggestion = finding.kind === 'enum' ? nearest(finding.value, finding.expectation.literals) : undefined
  const isSecret = (values || forms || suggestion !== undefined) && !mayBeShown(path, finding.value)
  const issue = {
    path,
    kind: finding.kind,
    expected: expectedOf(finding),
    received: typeName(finding.value),
    ...(values && finding.value !== undefined && !isSecret && !path.some(mayBeSecret)
      ? { shown: shown(finding.value) }
      : {}),
    // Of a container, a form tells the size alone.
    ...(forms && (!isSecret || isObject(finding.value)) ? safely(() => seenFrom(finding, path, root), {}) : {}),
    ...(suggestion === undefined || isSecret ? {} : { suggestion }),
    ...(declared.length === 0 ? {} : { declared })
  }
  const own = finding.message === undefined ? '' : oneLine(finding.message, MAX_MESSAGE)
  return { ...issue, message: own === '' ? issueSentence(issue) : own }
}

const read = o.options('options', {
  values: o.optional(o.flag, false),
  forms: o.optional(o.flag, false)
} satisfies o.TableOf<ExplainOptions>)

/**
 * Says what is wrong with a value that a codec refused: one issue a field, union branches collapsed to the nearest one.
 * Never throws, whatever the value is, and reads at most the first 1,000 errors. A codec's own `message` may quote the
 * value even where `values` is false: print `path`, `expected` and `received` for a tool's result.
 *
 * @category Issues @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 * import { explain } from 'guarded-call'
 *
 * const Order = t.type({ status: t.keyof({ placed: null, shipped: null }), qty: t.Int })
 * const result = Order.decode({ status: 'shiped', qty: 'two' })
 * assert.ok(E.isLeft(result))
 * assert.deepEqual(explain(result.left, { values: true }).map(({ message }) => message), [
 *   'expected one of "placed", "shipped", got \'shiped\'; did you mean "shipped"?',
 *   "expected integer, got 'two'"
 * ])
 */
export const explain = (errors: t.Errors, options: ExplainOptions = {}): ReadonlyArray<Issue> => {
  const settings = read(options)
  const nearest = nearestFinder()
  const root = errors[0]?.context[0]
  const mayBeShown = mayBeShownIn(root)
  return findingsOf(errorTree(errors.slice(0, MAX_ERRORS))).map((finding) =>
    issueOf(finding, settings, nearest, root, mayBeShown)
  )
}
