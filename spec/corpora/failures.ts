/**
 * Responses that report a failure, and good ones: what the guard makes of each where the codec refuses it, and where
 * the codec accepts it.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { isReportIn } from '#core/failure'
import { isRefusingStatus } from '#core/signs'
import { errorEnvelope, judge, type ToolError } from '../../lib/index.js'
import { rowsOf, type Half } from './rows.js'

// -- model

/** Bodies are shortened as far as the recognizer sees no difference. */
export interface Response {
  readonly half: Half
  readonly api: string
  readonly class: 'failure' | 'good'
  /** Written by hand in the documented form. */
  readonly hand?: boolean
  /** 0 for a tool that does not speak HTTP. */
  readonly status: number
  readonly body: unknown
  readonly truth: {
    readonly failure?: string
    readonly alt?: ReadonlyArray<string>
    /** A message alone, or a list: a failure where the codec refuses the response, and data where it accepts it. */
    readonly weak?: true
    /** A field or an option holds one; read by a person, of `tune` alone. */
    readonly secret?: true
  }
}

type Miss = 'not found' | 'wrong code' | 'mistaken'

const isBlank = ({ body }: Response): boolean => body === '' || body === null

/** An empty body reports nothing, whatever its status says. */
export const responses = rowsOf<Response>('failures.jsonl', ({ api }) => api).filter(({ label }) => !isBlank(label))

// -- what is true

const KINDS: Readonly<Record<string, Pick<ToolError, 'error_class' | 'code'>>> = {
  denied: { error_class: 'schema_mismatch', code: 'denied' },
  unauthorized: { error_class: 'schema_mismatch', code: 'unauthorized' },
  not_found: { error_class: 'semantic_garbage', code: 'not_found' },
  rate_limited: { error_class: 'partial_data', code: 'rate_limited' },
  unavailable: { error_class: 'partial_data', code: 'tool_unavailable' },
  rejected_arguments: { error_class: 'semantic_garbage', code: 'rejected_arguments' },
  other: { error_class: 'semantic_garbage', code: 'error_in_body' },
  partial: { error_class: 'partial_data', code: 'error_in_body' },
  page: { error_class: 'schema_mismatch', code: 'html_response' }
}

/** Every code of a failure that a response itself reports. */
export const CODES: ReadonlySet<string> = new Set(Object.values(KINDS).map(({ code }) => code))

/** A page of a web server is no response of a tool, whichever status it stands for. */
export const isPage = ({ body }: Response): boolean =>
  typeof body === 'string' && /^\s*<(?:!doctype\s+html|html)/i.test(body)

const missOf = (response: Response, result: E.Either<ToolError, unknown>): Miss | undefined => {
  const told = E.isLeft(result) && CODES.has(result.left.code) ? result.left : undefined
  if (response.class === 'good') return told === undefined ? undefined : 'mistaken'
  if (told === undefined) return 'not found'
  const kinds = isPage(response) ? ['page'] : [response.truth.failure ?? '', ...(response.truth.alt ?? [])]
  return kinds.some((kind) => KINDS[kind]?.code === told.code && KINDS[kind].error_class === told.error_class)
    ? undefined
    : 'wrong code'
}

// -- asking

/** Refuses everything. */
export const NOTHING = new t.Type<never>(
  'nothing',
  (_value): _value is never => false,
  (value, context) => t.failure(value, context),
  t.identity
)

/** What a codec that refuses everything makes of a response. */
export const whereRefused = (response: Response): Miss | undefined =>
  missOf(response, judge({ codec: NOTHING }, response.body))

/** What a codec that accepts everything makes of it, with a check for envelopes: a message alone is no failure here. */
export const whereAccepted = (response: Response): Miss | undefined =>
  missOf(
    response.truth.weak === true ? { ...response, class: 'good' } : response,
    judge({ codec: t.unknown, checks: [errorEnvelope()] }, response.body)
  )

// -- whether the service itself said no

const mayBeDone = ({ status }: Response): boolean => status >= 500

/** Whether the status tells if the service refused: one that broke off, or asks to wait, may have done it. */
export const tellsOfRefusal = (response: Response): boolean =>
  response.class === 'failure' &&
  !isPage(response) &&
  response.truth.failure !== 'rate_limited' &&
  (mayBeDone(response) || isRefusingStatus(response.status))

/** What the words alone say of it. */
export const asReport = (response: Response): Miss | undefined => {
  const isReport = isReportIn(response.body, false)
  if (mayBeDone(response)) return isReport ? 'mistaken' : undefined
  return isReport ? undefined : 'not found'
}
