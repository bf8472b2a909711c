/** The bounded loop of one call's repair: examine, ask, examine again. Says how it ended and changes nothing else. */
import type { Issue } from '../core/issue.js'
import type { ArgsKey } from '../guard/args-key.js'
import type { Taken } from '../guard/arguments.js'
import type { ArgumentRepair } from '../guard/call-record.js'
import { argumentFeedback } from './argument-feedback.js'
import { askModel, type Asked } from './ask-model.js'
import { examineArguments, type Examined, type Examiner } from './examine-arguments.js'
import type { RepairOptions } from './repair-options.js'

// -- model

export interface Plan<Args> {
  readonly tool: string
  readonly examiner: Examiner<Args>
  readonly ask: RepairOptions['ask']
  readonly maxRetries: number
  readonly onRepaired: RepairOptions['onRepaired']
  readonly timeoutMs: number
}

/** What the loop asks of its surroundings. */
export interface Surroundings {
  readonly signals: ReadonlyArray<AbortSignal>
  /** Whether nobody waits for the call any more. */
  readonly isOver: () => boolean
  /** Whether a call that began with these arguments was asked about in vain before. */
  readonly isHopeless: (args: ArgsKey) => boolean
  readonly onRedundant: (retries: number) => void
}

export interface Ending<Args> {
  readonly taken: Taken<Args>
  /** Of the arguments that the model sent first. */
  readonly firstArgs: ArgsKey
  /** `undefined` where the call ended before there was anything to repair. */
  readonly outcome: ArgumentRepair['outcome'] | undefined
  readonly retries: number
  readonly usage: ReadonlyArray<unknown>
  readonly mendings: ReadonlyArray<string>
  /** Why the model could not be asked, for the operator. */
  readonly cause?: string
}

// -- one re-ask

type Answer =
  | { readonly kind: 'call'; readonly args: unknown; readonly usage: unknown }
  | { readonly kind: 'gave_up'; readonly usage: unknown }

// The answer is the caller's own object: read once, and a getter that throws is an `ask` that throws.
const readAnswer = (answer: unknown): Answer => {
  if (typeof answer !== 'object' || answer === null) return { kind: 'gave_up', usage: undefined }
  const { usage } = answer as { readonly usage?: unknown }
  return 'args' in answer ? { kind: 'call', args: answer.args, usage } : { kind: 'gave_up', usage }
}

const askAgain = <Args>(
  plan: Plan<Args>,
  issues: ReadonlyArray<Issue>,
  attempt: number,
  args: unknown,
  signals: ReadonlyArray<AbortSignal>
): Promise<Asked<Answer>> =>
  askModel(async (signal) => readAnswer(await plan.ask(argumentFeedback(issues), attempt, { args, signal })), {
    signals,
    timeoutMs: plan.timeoutMs
  })

const causeOf = (asked: Exclude<Asked<Answer>, { readonly kind: 'answered' }>): { readonly cause?: string } => {
  switch (asked.kind) {
    case 'threw':
      return { cause: asked.cause }
    case 'timed_out':
      return { cause: 'no answer in time' }
    case 'cancelled':
      return {}
  }
}

// -- the loop

const outcomeOf = <Args>(
  { kind }: Exclude<Examined<Args>, { readonly kind: 'refused' }>,
  retries: number
): ArgumentRepair['outcome'] | undefined => {
  if (kind === 'fits') return retries === 0 ? 'no_retry' : 'success'
  // What never came to the codec has nothing to repair.
  if (retries === 0) return undefined
  return kind === 'fabricated' ? 'fabricated_id_on_retry' : 'interrupted'
}

/** Repairs the arguments of one call, as far as the plan allows. Never rejects. */
export const repairLoop = async <Args>(
  plan: Plan<Args>,
  input: unknown,
  around: Surroundings
): Promise<Ending<Args>> => {
  const usage: Array<unknown> = []
  let retries = 0
  let tried = examineArguments(plan.examiner, input)
  const firstArgs = tried.taken.key
  const end = (
    outcome: Ending<Args>['outcome'],
    more: { readonly cause?: string; readonly mendings?: ReadonlyArray<string> } = {}
  ): Ending<Args> => ({ taken: tried.taken, firstArgs, outcome, retries, usage, mendings: [], ...more })

  while (tried.kind === 'refused') {
    if (retries >= plan.maxRetries || (retries === 0 && around.isHopeless(firstArgs))) return end('exhausted')
    if (around.isOver()) return end('interrupted')
    const asked = await askAgain(plan, tried.issues, retries + 1, tried.data, around.signals)
    if (asked.kind !== 'answered') return end('interrupted', causeOf(asked))
    if (asked.answer.usage !== undefined) usage.push(asked.answer.usage)
    if (asked.answer.kind === 'gave_up') return end('llm_gave_up')
    const next = examineArguments(plan.examiner, asked.answer.args)
    retries += 1
    if (next.kind === 'refused' && next.taken.key.id === tried.taken.key.id) around.onRedundant(retries)
    tried = next
  }
  return end(outcomeOf(tried, retries), tried.kind === 'fits' ? { mendings: tried.mendings } : {})
}
