/** Histories of browser-use: the actions of each step, and their results in the same order. */
import { sha256 } from '#platform'
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { canonicalText } from '../../../core/json/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { callAnswer, type CallAnswer } from '../call-answer.js'
import type { Conversation } from '../conversation.js'
import { endOf } from '../run-end.js'
import { usageIn } from '../usage.js'
import { isBlockAddress } from '../web-pages.js'
import { withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'
import { StepLog } from './step-log.js'

const isStep = (step: unknown): step is Fields =>
  isFields(step) && 'model_output' in step && Array.isArray(step['result'])

const isHistory = (entry: unknown): entry is Fields =>
  isFields(entry) && Array.isArray(entry['history']) && entry['history'].some(isStep)

// In older versions, an action has a field for each tool, all but one of which are null.
const callIn = (action: unknown): readonly [name?: string, args?: unknown] =>
  Object.entries(asFields(action)).find(([, value]) => value !== null) ?? []

// It ends the run, and is no tool.
const DONE = 'done'

/** What a page looked like; one without a picture is like no other. */
const markOf = ({ url, title, tabs, screenshot, screenshot_path: path }: Fields, step: number): string =>
  `[page ${sha256(canonicalText({ url, title, tabs, seen: screenshot ?? path ?? step })).slice(0, 8)}]`

/** The page that the model sees next is part of a result: without it, two scrolls would seem to bring the same. */
const answerOf = (result: Fields, page: ReadonlyArray<string>): CallAnswer => {
  const { error, extracted_content: content, long_term_memory: memory } = result
  if (stringOf(error) !== '') return callAnswer(error, true)
  const answer = callAnswer(stringOf(content) || stringOf(memory))
  return { ...answer, text: [answer.text, ...page].join('\n') }
}

const endIn = (steps: ReadonlyArray<Fields>): Conversation['ended'] => {
  const { is_done: done, success, error } = partsOf(steps.at(-1)?.['result']).at(-1) ?? {}
  if (done !== true) return endOf(error)
  return success === false ? 'done without success' : null
}

const read = ({ history }: Fields): Conversation => {
  const all = history as ReadonlyArray<unknown>
  const steps = all.filter(isStep)
  const log = new StepLog()
  for (const [at, { model_output: output, result, metadata }] of steps.entries()) {
    // Where there is none, the request failed.
    if (!isFields(output)) continue
    log.step(usageIn(metadata))
    const results = partsOf(result)
    const actions = Array.isArray(output['action']) ? output['action'].map(callIn) : []
    const next = steps[at + 1]?.['state']
    const [address = ''] = stringOf(asFields(next)['url']).split('?', 1)
    // Whoever waits opened nothing.
    const opens = isBlockAddress(address) ? actions.findLastIndex(([name]) => name !== 'wait') : -1
    for (const [n, [name, args]] of actions.entries()) {
      if (name === DONE) continue
      const own = results[n]
      const page = [
        ...(n === opens ? [`- Page URL: ${address}`] : []),
        ...(n === results.length - 1 && isFields(next) ? [markOf(next, at)] : [])
      ]
      log.call(name, args, { answer: own === undefined ? null : answerOf(own, page) })
    }
  }
  return { ...log.conversation(all.length, all.length - steps.length), ended: endIn(steps) }
}

export const browserUseFormat: TranscriptFormat = {
  recognizes: isHistory,
  read: (entries) => {
    const histories = entries.filter(isHistory)
    return withStrange(histories.map(read), entries.length - histories.length)
  }
}
