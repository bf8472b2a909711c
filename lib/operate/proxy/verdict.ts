/** Judges the response of a tool, and whether it may pass unchanged. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import { detectMorePages, errorEnvelope } from '../../core/checks/index.js'
import { failureIn, isReportIn, sendsNotices } from '../../core/failure/index.js'
import {
  type FailureCode,
  type ToolError,
  errorOfCode,
  schemaMismatch,
  semanticGarbage
} from '../../core/errors/index.js'
import {
  type BesideWords,
  failedJudgement,
  judgeAnswer,
  judgementOf,
  provenBy,
  type Judgement
} from '../../guard/kernel.js'
import { contentText, isTextBlock, jsonOfText, textsOf } from '../../toolset/content.js'
import { isRefusedByServer, REFUSED_BY_SERVER } from '../../toolset/mcp-refusals.js'
import { asksForInput, besideError, isUnfinished } from '../../toolset/mcp-result.js'
import { wrappedIn } from '../../toolset/wrapped.js'
import { ownFailure, ownJudgement } from '../../toolset/own-failure.js'
import { wholeOf } from '../../toolset/whole-result.js'
import { type Fields, asFields, asList } from '../../core/foreign/index.js'
import { EXACT, exactResult, exactText, losesDigits } from './exact-json.js'
import { RPC_CODES, type ResponseBody, type RpcError } from './message.js'
import type { ProxyPolicy } from './policy.js'
import { faultOfResult } from './readable-results.js'
import { isThrottled } from './throttled.js'

// -- model

export interface JudgedReply {
  readonly kind: 'answered'
  readonly judgement: Judgement<unknown>
  /**
   * A failure or a further page that the server itself reports passes unchanged; only unreported faults are refused.
   */
  readonly passes: boolean
  /** Whether its words say how the call ended: a response that cannot be read says nothing of that. */
  readonly tells: boolean
}

/** `open`: the server `asks` for input first, or names a task: that is no answer yet. */
type Verdict = JudgedReply | { readonly kind: 'open'; readonly asks: boolean }

/**
 * Whether the server sent something else for the call before, or its response is what its task brought; `unread`: or
 * its status over HTTP is that of a bad request.
 */
type Begun = boolean | 'task' | 'unread'

// -- what the server says itself

const reply = (judgement: Judgement<unknown>, passes: boolean, tells = passes): JudgedReply => ({
  kind: 'answered',
  judgement,
  passes,
  tells
})

// A person's no is final, and so is that of a service that is called too often.
const ENDS: ReadonlySet<string> = new Set(['denied', 'rate_limited'])

/** Whether a failure ends its call: any that does not say no leaves open what became of it. */
const ends = (
  { code }: Pick<ToolError, 'code'>,
  { report = false, refuses = false }: Pick<Judgement<unknown>, 'report' | 'refuses'>
): boolean => report || ENDS.has(code) || (refuses && code === 'not_found')

const said = (judgement: Judgement<never>, text: string, passes = true): JudgedReply =>
  reply(
    { ...judgement, text },
    passes,
    E.isRight(judgement.result) || judgement.executed === 'no' || ends(judgement.result.left, judgement)
  )

const failure = (says: string, { errors, tool }: ProxyPolicy, beside?: BesideWords): JudgedReply => {
  const own = ownFailure(says, { beside })
  const code = own.error.code as FailureCode
  const told = Object.hasOwn(errors, code) ? errors[code] : undefined
  return told === undefined
    ? said(ownJudgement(own), says, tool.quoteErrors !== false)
    : said(
        failedJudgement(errorOfCode(code, told), own.executed, { report: own.report, refuses: own.refuses }),
        says,
        false
      )
}

// The client makes the same call again, once its user was there: by this code the server has not begun it.
const NOT_YET = errorOfCode('unauthorized', { detail: 'The server asks the user to go to an address first.' })

// What came in the place of a task's response may be about the request for it alone.
const ofTask = (says: string): JudgedReply =>
  reply(failedJudgement(ownFailure(says).error, 'unknown', { text: says, says }), false)

// A tool may pass this code on, but not the status 400, which a server sends before anything runs.
const MISMATCH = semanticGarbage({
  code: 'rejected_arguments',
  detail: 'The server refused the call: its headers do not repeat the arguments as the server expects.'
})

// Of a call that the server spoke of before, its refusal proves nothing: it was begun.
const ofProtocol = ({ code, message }: RpcError, policy: ProxyPolicy, begun: Begun): Verdict => {
  if (begun === 'task') return ofTask(message)
  const executed = begun === true ? 'unknown' : 'no'
  if (code === RPC_CODES.headerMismatch && begun === 'unread') return said(failedJudgement(MISMATCH, 'no'), message)
  if (code === RPC_CODES.urlElicitationRequired) return said(failedJudgement(NOT_YET, executed), message)
  return isRefusedByServer(code, message, policy.tool.name)
    ? said(failedJudgement(REFUSED_BY_SERVER, executed), message)
    : failure(message, policy)
}

// -- what it does not say

/** A result that is none by the protocol, or by what its tool promised. */
const violation = (detail: string, text?: string): JudgedReply =>
  reply(
    failedJudgement(schemaMismatch({ code: 'schema_violation', detail }), 'unknown', { text, raw: undefined }),
    false
  )

const cut = (error: ToolError, text: string): JudgedReply =>
  reply(failedJudgement(error, 'unknown', { text, raw: undefined, short: true }), false)

const CHECKS = [errorEnvelope(), detectMorePages()]

// Of the arguments nothing is kept.
const proofOf = (raw: unknown, { name, effect }: ProxyPolicy['tool']): 'yes' | 'unknown' =>
  provenBy({ name, writes: effect === 'write', answered: 'unknown' }, raw, { args: undefined, value: undefined })

// Both are said in the answer itself, where the client can read them.
const fine = (
  { text, raw }: Pick<Judgement<unknown>, 'text' | 'raw'>,
  payload: unknown,
  { tool }: ProxyPolicy
): JudgedReply => {
  const found = raw === undefined ? undefined : CHECKS.map((check) => check(payload, undefined, { raw })).find(O.isSome)
  const result = found === undefined ? E.right(payload) : E.left(found.value)
  const executed = proofOf(raw ?? text, tool)
  const report = executed === 'unknown' && isReportIn(raw ?? text, false, sendsNotices(tool.name))
  const code = executed === 'unknown' ? (failureIn(raw ?? text)?.code ?? 'error_in_body') : undefined
  const tells = code === undefined || ends({ code }, { report })
  return reply(judgementOf(result, executed, { text, raw, report }), true, tells)
}

/** `isAll`: the text is the whole content, with no image or resource beside it. */
const asText = (text: string, policy: ProxyPolicy, isAll: boolean): JudgedReply => {
  const { anyText } = policy
  if (!anyText && isAll && isThrottled(text)) return said(ownJudgement(ownFailure(text)), text, false)
  const parsed = anyText ? E.right(undefined) : jsonOfText(text)
  return E.isLeft(parsed) ? cut(parsed.left, text) : fine({ text, raw: parsed.right }, text, policy)
}

const isJson = (text: string): boolean => {
  const parsed = jsonOfText(text)
  return E.isRight(parsed) && parsed.right !== undefined
}

// One document in several texts is whole.
const cutIn = (texts: ReadonlyArray<string>, { anyText }: ProxyPolicy): JudgedReply | undefined => {
  for (const text of anyText ? [] : texts) {
    const parsed = jsonOfText(text)
    if (E.isLeft(parsed)) return isJson(texts.join('')) ? undefined : cut(parsed.left, text)
  }
  return undefined
}

type Promised = NonNullable<ProxyPolicy['judge']>

const asPromised = (data: unknown, judge: Promised, policy: ProxyPolicy): JudgedReply => {
  const judgement = judgeAnswer(judge, undefined, data)
  const { result } = judgement
  return E.isLeft(result) ? reply(judgement, false) : fine(judgement, result.right, policy)
}

// Of a text that stands where structured content was promised, what is wrong with it says more than that the content is
// missing.
const instead = (text: string | undefined, judge: Promised, policy: ProxyPolicy): JudgedReply => {
  const read = text === undefined ? undefined : asPromised(text, judge, policy)
  const result = read?.judgement.result
  if (read?.passes === false && result !== undefined && E.isLeft(result) && result.left.code !== 'schema_violation')
    return read
  return violation('The response has no structuredContent, which the output schema of the tool requires.', text)
}

const only = (texts: ReadonlyArray<string>): string | undefined => (texts.length === 1 ? texts[0] : undefined)

// Its own text, rather than that of a resource beside it.
const onlyText = (content: unknown): string | undefined =>
  only(textsOf(asList(content).filter(isTextBlock))) ?? only(textsOf(content))

// A resource that says it is no JSON is a file.
const isFile = (block: unknown): boolean => {
  const { mimeType } = asFields(asFields(block)['resource'])
  return typeof mimeType === 'string' && !/\bjson\b/i.test(mimeType)
}

const judgeParts = (result: Fields, policy: ProxyPolicy): JudgedReply => {
  const { structuredContent } = result
  // Official clients read a list without anything where it is missing, and older servers write `toolResult`.
  const { content = 'toolResult' in result ? undefined : [] } = result
  const { judge } = policy
  const text = onlyText(content)
  if (judge !== undefined) {
    if (structuredContent !== undefined)
      // A text would be read as JSON: of the number 5 and the text "5", a schema may take only one.
      return asPromised(
        typeof structuredContent === 'string' ? JSON.stringify(structuredContent) : structuredContent,
        judge,
        policy
      )
    const whole = content ?? result['toolResult'] ?? null
    return policy.promised ? instead(text, judge, policy) : asPromised(text ?? whole, judge, policy)
  }
  // Which part of it the client hands to the model is not known.
  const spoken = asList(content).filter((block) => !isFile(block))
  const read = structuredContent === undefined ? onlyText(spoken) : undefined
  const half = cutIn(
    textsOf(spoken).filter((one) => one !== read),
    policy
  )
  if (half !== undefined) return half
  if (read !== undefined) return asText(read, policy, asList(content).length === 1)
  const raw = structuredContent === undefined ? (content ?? result['toolResult']) : structuredContent
  return fine({ text: undefined, raw }, raw, policy)
}

/**
 * What only wraps a value is judged as that value, once it is as promised: the schema of a text says nothing of it, and
 * the rules that were given are for what the tool returns.
 */
const judgeContent = (result: Fields, policy: ProxyPolicy): JudgedReply => {
  const wrapped = wrappedIn(result)
  if (O.isNone(wrapped)) return judgeParts(result, policy)
  const { judge, promised } = policy
  const held = promised && judge !== undefined ? asPromised(result['structuredContent'], judge, policy) : undefined
  if (held?.passes === false) return held
  const structuredContent = typeof wrapped.value === 'string' ? undefined : wrapped.value
  return judgeParts({ ...result, structuredContent }, promised ? { ...policy, judge: undefined } : policy)
}

// -- judging

// Where it has numbers that data cannot hold, the whole of structured content is a text.
const wholeSent = (result: Fields, line: Buffer | undefined): unknown => {
  const isLossy = result['structuredContent'] !== undefined && line !== undefined && losesDigits(line.toString('utf8'))
  if (!isLossy) return wholeOf(result, EXACT)
  const { structuredContent } = exactResult(line)
  return exactText(wholeOf({ ...result, structuredContent }, EXACT) ?? structuredContent)
}

/**
 * Judges an answer; an error is recognized before anything of it is validated. `line`: as the server sent it, where it
 * is at hand. `typed`: its client reads what revision 2026-07-28 allows.
 */
export const judgeResponse = (
  { result, error }: ResponseBody,
  policy: ProxyPolicy,
  begun: Begun = false,
  line?: Buffer,
  typed = true
): Verdict => {
  if (error !== undefined) return ofProtocol(error, policy, begun)
  if (result === undefined) return violation('The server returned something that is not a tool result.')
  if (isUnfinished(result)) return { kind: 'open', asks: asksForInput(result) }
  const fault = faultOfResult('tools/call', result, typed)
  if (result['isError'] === true) {
    const failed = failure(contentText(result['content']), policy, besideError(result))
    return fault === undefined ? failed : { ...failed, passes: false }
  }
  if (fault !== undefined) return violation(fault)
  const judged = judgeContent(result, policy)
  const whole = wholeSent(result, line)
  if (whole === undefined) return judged
  const executed = judged.judgement.executed === 'yes' ? proofOf(whole, policy.tool) : judged.judgement.executed
  const tells = judged.tells && executed === judged.judgement.executed
  return { ...judged, judgement: { ...judged.judgement, whole, executed }, tells }
}

/** Whether the words that a task brought say how its call ended. */
export const saysItsEnd = (response: ResponseBody, policy: ProxyPolicy, typed: boolean): boolean => {
  const verdict = judgeResponse(response, policy, 'task', undefined, typed)
  return verdict.kind === 'answered' && verdict.tells
}
