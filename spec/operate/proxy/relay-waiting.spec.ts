/** The time of calls, and whom the relay waits for. */
import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from './client.js'
import { line, openRelay, until } from './open-relay.js'

const timedOut = ({ last }: Pick<ReturnType<typeof openRelay>, 'last'>): Promise<void> =>
  until(() => codeOf(last()) === 'timeout')

describe('Relay, while somebody is waited for', () => {
  it('owes what was given up until it comes, and what is not judged yet', () => {
    const given: Record<string, (relay: ReturnType<typeof openRelay>, id: number) => unknown> = {
      cancelled: ({ relay }, id) =>
        relay.fromClient(line({ method: 'notifications/cancelled', params: { requestId: id } })),
      late: ({ relay }, id) => until(() => relay.owed.has(id))
    }
    return Promise.all(
      Object.entries(given).map(async ([name, giveUp]) => {
        const opened = openRelay({ timeoutMs: 10 })
        opened.list([])
        const id = opened.call('a')
        expect(opened.relay.owed.has(id), name).to.equal(false)
        await giveUp(opened, id)
        expect(opened.relay.owed.has(id), name).to.equal(true)
        expect(opened.relay.owed.has(99), name).to.equal(false)
        opened.answer(id, opened.text('late'))
        expect(opened.relay.owed.has(id), name).to.equal(false)
      })
    )
  })

  it('counts no time while the server waits for its client: a person who reads, a model that writes', async () => {
    const ends: Record<string, (opened: ReturnType<typeof openRelay>) => void> = {
      answered: ({ relay }) => relay.fromClient(line({ id: 'q', result: { action: 'accept' } })),
      refused: ({ relay }) => relay.fromClient(line({ id: 'q', error: { code: -1, message: 'no' } })),
      'given up': ({ relay }) =>
        relay.fromServer(line({ method: 'notifications/cancelled', params: { requestId: 'q' } }))
    }
    for (const [name, end] of Object.entries(ends)) {
      const opened = openRelay({ timeoutMs: 20, maxTimeoutMs: 5_000 })
      opened.list([])
      const first = opened.call('a')
      opened.relay.fromServer(line({ id: 'q', method: 'elicitation/create', params: { message: 'Sure?' } }))
      await pause(100)
      opened.answer(first, opened.text('sure'))
      expect(opened.lines.at(-1), name).to.include('sure')
      opened.call('b')
      opened.relay.fromServer(line({ id: 'q', method: 'elicitation/create', params: { message: 'Sure?' } }))
      await pause(50)
      end(opened)
      const before = opened.toClient.length
      await timedOut(opened)
      expect(codeOf(opened.last()), name).to.equal('timeout')
      expect(opened.toClient.length, name).to.equal(before + 1)
    }
  })

  it('counts no time while its client carries a question out as a task, whatever tells the server of its end', async () => {
    type Opened = ReturnType<typeof openRelay>
    const task = (status: string): object => ({ taskId: 'T', status, ttl: 60_000 })
    const answers =
      (method: string, response: object) =>
      ({ relay }: Opened): void => {
        relay.fromServer(line({ id: 'about', method, params: { taskId: 'T' } }))
        relay.fromClient(line({ id: 'about', ...response }))
      }
    const tells =
      (status: string) =>
      ({ relay }: Opened): void =>
        relay.fromClient(line({ method: 'notifications/tasks/status', params: task(status) }))
    const error = { code: -32_602, message: 'There is no such task.' }
    const goesOn: ReadonlyArray<(opened: Opened) => void> = [
      answers('tasks/get', { result: task('working') }),
      tells('input_required'),
      ({ relay }) => relay.fromServer(line({ id: 'waits', method: 'tasks/result', params: { taskId: 'T' } })),
      ({ relay }) => relay.fromClient(line({ id: 'another', result: task('completed') }))
    ]
    const ends: Record<string, (opened: Opened) => void> = {
      result: ({ relay }) => relay.fromClient(line({ id: 'waits', result: { action: 'accept' } })),
      'an error in its place': ({ relay }) => relay.fromClient(line({ id: 'waits', error })),
      'final status': answers('tasks/get', { result: task('completed') }),
      'unknown task': answers('tasks/get', { error }),
      cancelled: answers('tasks/cancel', { result: task('cancelled') }),
      told: tells('failed')
    }
    await Promise.all(
      Object.entries(ends).map(async ([name, end]) => {
        const opened = openRelay({ timeoutMs: 60, maxTimeoutMs: 5_000 })
        opened.list([])
        const id = opened.call('a')
        const { relay, toServer, toClient } = opened
        relay.fromServer(line({ id: 'q', method: 'elicitation/create', params: { message: 'Sure?', task: {} } }))
        relay.fromClient(line({ id: 'q', result: { task: task('working') } }))
        for (const step of goesOn) {
          step(opened)
          await pause(80)
        }
        expect(
          toClient.some((message) => message.id === id),
          name
        ).to.equal(false)
        end(opened)
        await timedOut(opened)
        expect([codeOf(opened.last()), toServer.at(-1)?.method], name).to.deep.equal([
          'timeout',
          'notifications/cancelled'
        ])
      })
    )
  })

  it('waits for no task of its client longer than any call may take, nor for that of an earlier call', async () => {
    const opened = openRelay({ timeoutMs: 20, maxTimeoutMs: 120 })
    opened.list([])
    const ask = (): void => {
      opened.relay.fromServer(line({ id: 'q', method: 'sampling/createMessage', params: { task: {} } }))
      opened.relay.fromClient(line({ id: 'q', result: { task: { taskId: 'T', status: 'working' } } }))
    }
    opened.call('a')
    ask()
    await timedOut(opened)
    expect(JSON.stringify(opened.last())).to.include('120 ms')
    opened.call('b')
    const sent = opened.toClient.length
    await until(() => opened.toClient.length > sent)
    expect(JSON.stringify(opened.last())).to.include('20 ms')
  })

  it('hears the reply to a question whose id its client read as a number', async () => {
    const { relay, list, call, last } = openRelay({ timeoutMs: 20, maxTimeoutMs: 5_000 })
    list([])
    call('a')
    const id = '1764412130123456789'
    for (const replied of [id, String(Number(id))]) {
      relay.fromServer(Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"sampling/createMessage","params":{}}\n`))
      relay.fromClient(Buffer.from(`{"jsonrpc":"2.0","id":${replied},"result":{}}\n`))
    }
    await timedOut({ last })
    expect(codeOf(last())).to.equal('timeout')
  })

  it('forgets a question that was never answered with the call in which it was asked, and once its client left', async () => {
    const opened = openRelay({ timeoutMs: 20, maxTimeoutMs: 5_000 })
    opened.list([])
    const ask = (): void => opened.relay.fromServer(line({ id: 'q', method: 'elicitation/create', params: {} }))
    const first = opened.call('a')
    ask()
    opened.answer(first, opened.text('anyway'))
    opened.call('b')
    await timedOut(opened)
    expect(codeOf(opened.last())).to.equal('timeout')

    const sent = opened.toClient.length
    opened.call('c')
    ask()
    let isIdle = false
    opened.relay.whenAnswered(() => (isIdle = true))
    await until(() => isIdle)
    expect([opened.toClient.length, codeOf(opened.last()), isIdle]).to.deep.equal([sent + 2, 'timeout', true])
  })

  it('does not wait for the end of a subscription once its client left', () => {
    const { relay, call, list, answer, text } = openRelay()
    list([])
    relay.fromClient(line({ id: 's', method: 'subscriptions/listen', params: {} }))
    const open = call('a')
    let isIdle = false
    relay.whenAnswered(() => (isIdle = true))
    expect(isIdle).to.equal(false)
    answer(open, text('fine'))
    expect(isIdle).to.equal(true)
  })

  it('counts the time while a client has to answer by itself', async () => {
    for (const method of ['roots/list', 'ping']) {
      const opened = openRelay({ timeoutMs: 20, maxTimeoutMs: 5_000 })
      opened.list([])
      opened.call('a')
      opened.relay.fromServer(line({ id: 'q', method }))
      await timedOut(opened)
      expect(codeOf(opened.last()), method).to.equal('timeout')
    }
  })

  it('waits for nobody longer than any call may take', async () => {
    const opened = openRelay({ timeoutMs: 10, maxTimeoutMs: 60 })
    opened.list([])
    opened.call('a')
    opened.relay.fromServer(line({ id: 'q', method: 'elicitation/create', params: {} }))
    await timedOut(opened)
    expect(codeOf(opened.last())).to.equal('timeout')
  })

  it('reads what came while the process was stopped before it gives a call up', async () => {
    const opened = openRelay({ timeoutMs: 20 })
    opened.list([])
    const id = opened.call('a')
    const pipe = spawn(process.execPath, ['-e', 'console.log(1)'])
    pipe.stdout.on('data', () => opened.answer(id, opened.text('in time')))
    // Time passes while nothing is read.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
    await once(pipe, 'close')
    expect(opened.lines.at(-1)).to.include('in time')
  })

  it('owes an answer that waits to be judged', () => {
    const { relay, call, answer, text, list, listed } = openRelay()
    list([])
    const id = call('a')
    relay.fromServer(line({ method: 'notifications/tools/list_changed' }))
    call('b')
    answer(id, text('fine'))
    expect(relay.owed.has(id)).to.equal(true)
    listed([])
    expect(relay.owed.has(id)).to.equal(false)
  })
})
