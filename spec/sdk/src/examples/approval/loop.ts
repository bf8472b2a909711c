/** An approval in a loop of one's own: the run stops where a person is to be asked, and another process goes on. */
import * as E from 'fp-ts/lib/Either.js'
import { openSession, type SessionState } from 'guarded-call'
import { ledger, nextCall, QUESTION, refund, story } from '../support/approval.js'

interface Call {
  readonly id: string
  readonly input: unknown
}

interface Message {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: string
}

const askModel = (_: ReadonlyArray<Message>): Promise<Call | undefined> => Promise.resolve(nextCall())

// -- the recipe

interface Saved {
  readonly id: string
  readonly messages: ReadonlyArray<Message>
  /** The call that a person is asked about. */
  readonly waits?: Call
  readonly guard?: SessionState
}

const run = async (saved: Saved, approved?: boolean): Promise<Saved> => {
  const session = openSession({ ledger, ...(saved.guard && { state: saved.guard }) })
  const turn = session.openTurn({ id: saved.id })
  const messages = [...saved.messages]
  const answer = async ({ id, input }: Call, word?: boolean): Promise<void> => {
    // Yes: it runs. No: it is `denied`. Nobody was asked: the guard says what is wrong.
    const result = await turn.run(refund.fromModel(input, { callId: id, approved: word }))
    messages.push({ role: 'tool', content: refund.toModelText(result) })
  }
  if (saved.waits) await answer(saved.waits, approved)
  for (;;) {
    const call = await askModel(messages)
    if (!call) return { id: saved.id, messages, guard: session.save() }
    if (E.isRight(refund.check(call.input, { turn })))
      return { id: saved.id, messages, waits: call, guard: session.save() }
    await answer(call)
  }
}

// -- the story

await story(run, { id: 'run-1', messages: [{ role: 'user', content: QUESTION }] }, ({ messages, waits }) => ({
  waits: waits ? [waits.input] : [],
  read: messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
}))
