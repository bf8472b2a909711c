/**
 * The directed cases: what random kills rarely meet, and what holds then under every engine. docs/writes.md begins with
 * this table.
 */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { setTimeout } from 'node:timers/promises'
import { AgainError, guardedCall, openSession, throwIfAgain, type Ledger, type Turn } from '../../lib/index.js'
import type { ManagedLedger } from '../../lib/guard/kernel.js'
import { redisLedger } from '../../lib/stores/redis.js'
import { httpTool } from '../../lib/tools/http/index.js'
import { startRedisPair } from '../helpers/redis-pair.js'
import type { PaymentService, Script } from './cases-service.js'
import type { Driver, Told } from './drivers/driver.js'

/** What a case has to play with. */
export interface Scene {
  readonly driver: Driver
  readonly service: PaymentService
  /** The engine's name, for ids of the whole suite. */
  readonly engine: string
  /** A ledger as a process of its own opens it. */
  readonly open: (options?: { readonly answerMs?: number }) => ManagedLedger
}

export interface Case {
  /** What happens. */
  readonly when: string
  /** What holds. */
  readonly then: string
  readonly play: (scene: Scene) => Promise<void>
}

// -- processes

const LEASE_MS = 400

/** Engines wait no longer than this for more to be known. */
const SOON_MS = 300

/** Leases end soon after a process has died. */
const impatient = <L extends Ledger>(ledger: L): L => ({
  ...ledger,
  begin: (turnId, key, asked) => ledger.begin(turnId, key, { ...asked, leaseMs: LEASE_MS })
})

const down = (): Promise<never> => Promise.reject(new Error('connection refused'))

/** The ledger of a process that dies before it settles. */
const dying = (ledger: Ledger): Ledger => ({ ...ledger, settle: down })

const died = (): never => {
  throw new AgainError('the worker died', LEASE_MS)
}

// -- payments

type Kind = 'plain' | 'keyed' | 'verified'

const payOf = ({ service }: Scene, kind: Kind, job: string, delivery = 1) =>
  guardedCall(
    httpTool<{ readonly cents: number }>({
      name: 'pay',
      effect: 'write',
      timeoutMs: 500,
      allowOrigins: [service.url],
      // A body that says nothing, so that each payment of a job is one operation, whatever its delivery.
      request: (_args, { operationId }) => ({
        url: `${service.url}/pay?${new URLSearchParams({ job, delivery: String(delivery), operation: operationId }).toString()}`,
        method: 'POST'
      }),
      ...(kind === 'keyed' ? { idempotency: { key: (_args, { operationId }) => operationId, forMs: 3_600_000 } } : {}),
      ...(kind === 'verified'
        ? {
            verify: async (_args, { operationId }) => {
              const query = new URLSearchParams({ job, operation: operationId })
              const found = (await (await fetch(`${service.url}/verify?${query.toString()}`)).json()) as {
                id: string
              } | null
              return found === null ? 'not_executed' : { answer: { id: found.id } }
            }
          }
        : {})
    }),
    t.type({ id: t.string })
  )

/** What a turn came to, if no more may be known later. */
const conclude = (turn: Turn, result: E.Either<{ readonly code: string }, unknown>): Told => {
  throwIfAgain(turn, ({ why, afterMs }) => new AgainError(why, Math.min(afterMs, SOON_MS)))
  const { executed, replayed = false } = turn.calls.at(-1) ?? {}
  return E.isRight(result)
    ? { code: null, payload: result.right, executed, replayed }
    : { code: result.left.code, payload: null, executed, replayed }
}

interface Flow {
  readonly kind?: Kind
  readonly script?: Script
  /** The ledger of a delivery, from 1 on: each is a process of its own. */
  readonly ledgerOf?: (delivery: number) => Ledger
  /** Happens once a delivery knows its result. */
  readonly after?: (delivery: number) => unknown
}

/** One payment under the engine: the end, and what each delivery was told of its effect. */
const pay = async (scene: Scene, name: string, flow: Flow) => {
  const { kind = 'plain', script, after, ledgerOf = () => impatient(scene.open()) } = flow
  const job = `${scene.engine} ${name}`
  if (script !== undefined) scene.service.script(job, script)
  const executions: Array<string | undefined> = []
  const end = await scene.driver.run(job.replaceAll(' ', '-'), async (turnId) => {
    const delivery = executions.length + 1
    const turn = openSession({ ledger: ledgerOf(delivery) }).openTurn({ id: turnId })
    const result = await turn.run(payOf(scene, kind, job, delivery)({ cents: 100 }))
    executions.push(turn.calls.at(-1)?.executed)
    after?.(delivery)
    return conclude(turn, result)
  })
  return { end, executions, payments: scene.service.payments(job) }
}

const first =
  <A>(one: A, others: A) =>
  (delivery: number) =>
    delivery === 1 ? one : others

const PAID = (scene: Scene, name: string, replayed = false): Told => ({
  code: null,
  payload: { id: `${scene.engine} ${name} 1` },
  executed: 'yes',
  replayed
})

// -- the table

const STATUSES = [400, 401, 403, 404, 408, 409, 422, 429, 500, 503]

const afterUnknown =
  (isCut: boolean): Case['play'] =>
  async (scene) => {
    const flows = STATUSES.map(async (status) => {
      const name = `${isCut ? 'cut' : 'dead'} then ${status}`
      const ledgerOf = isCut ? undefined : first(dying(impatient(scene.open())), impatient(scene.open()))
      const after = isCut ? undefined : (delivery: number): unknown => delivery === 1 && died()
      const script = [isCut ? 'pay-cut' : 'pay', status, 'pay'] as const
      const { end, executions, payments } = await pay(scene, name, {
        kind: 'keyed',
        script,
        ...(ledgerOf === undefined ? {} : { ledgerOf }),
        ...(after === undefined ? {} : { after })
      })
      expect([end, payments.length, executions.includes('no')], name).to.deep.equal([PAID(scene, name), 1, false])
    })
    await Promise.all(flows)
  }

export const CASES: ReadonlyArray<Case> = [
  {
    when: `a keyed request was cut after its effect; the next one gets ${STATUSES.join(', ')}`,
    then: 'unknown until that key is answered; never "not executed"',
    play: afterUnknown(true)
  },
  {
    when: 'the same, and the worker died before it settled',
    then: 'the same',
    play: afterUnknown(false)
  },
  {
    when: 'a first request gets 422',
    then: 'not executed; the engine keeps that',
    play: async (scene) => {
      const { end, executions, payments } = await pay(scene, 'refused', { script: [422] })
      expect([end.executed, executions, payments.length]).to.deep.equal(['no', ['no'], 0])
    }
  },
  {
    when: 'a request is cut after its effect; the tool has `verify`',
    then: 'its answer, in the same delivery',
    play: async (scene) => {
      const { end, executions, payments } = await pay(scene, 'verified', { kind: 'verified', script: ['pay-cut'] })
      expect([end, executions, payments.length]).to.deep.equal([PAID(scene, 'verified'), ['yes'], 1])
    }
  },
  {
    when: 'the same, before its effect',
    then: 'unknown for twice its `timeoutMs`, then it runs',
    play: async (scene) => {
      const { end, executions, payments } = await pay(scene, 'lost', { kind: 'verified', script: ['cut', 'pay'] })
      expect([end.payload, payments.length, executions[0]]).to.deep.equal([
        { id: `${scene.engine} lost 1` },
        1,
        'unknown'
      ])
    }
  },
  {
    when: 'the ledger is down before a write',
    then: 'nothing runs; the engine tries again',
    play: async (scene) => {
      const ledgerOf = first<Ledger>({ begin: down, settle: down }, impatient(scene.open()))
      const { end, executions, payments } = await pay(scene, 'down', { ledgerOf })
      expect([end, executions, payments.length]).to.deep.equal([PAID(scene, 'down'), ['refused', 'yes'], 1])
    }
  },
  {
    when: 'the ledger is down when a write settles',
    then: 'the process goes on settling; the next delivery replays',
    play: async (scene) => {
      const ledger = impatient(scene.open())
      let outage = 3
      const shaky: Ledger = { ...ledger, settle: (...told) => ((outage -= 1) < 0 ? ledger.settle(...told) : down()) }
      const after = (delivery: number): unknown => delivery === 1 && died()
      const { end, payments } = await pay(scene, 'shaky', { ledgerOf: () => shaky, after })
      expect([end, payments.length]).to.deep.equal([PAID(scene, 'shaky', true), 1])
    }
  },
  {
    when: 'an id comes again for new work',
    then: 'new work, where the engine lets ids come again',
    play: async (scene) => {
      const ends = [await pay(scene, 'again', {}), await pay(scene, 'again', {})]
      const ids = scene.driver.takesIdsAgain ? [1, 2] : [1, 1]
      expect(ends.map(({ end }) => end.payload)).to.deep.equal(ids.map((n) => ({ id: `${scene.engine} again ${n}` })))
    }
  },
  {
    when: 'two equal writes in two steps; other arguments in one of them',
    then: 'two effects; `executed_with_other_arguments`',
    play: async (scene) => {
      const job = `${scene.engine} steps`
      const told: Array<unknown> = []
      const end = await scene.driver.run('steps', async (turnId) => {
        const turn = openSession({ ledger: impatient(scene.open()) }).openTurn({ id: turnId })
        const order = payOf(scene, 'plain', job)
        const results = [
          await turn.run(order({ cents: 100 }), { step: 'deposit' }),
          await turn.run(order({ cents: 100 }), { step: 'rest' }),
          await turn.run(order({ cents: 900 }), { step: 'deposit' })
        ]
        told.push(results.map((result) => (E.isRight(result) ? result.right : result.left.code)))
        if (told.length === 1) died()
        return conclude(turn, results[2] as never)
      })
      const both = [{ id: `${job} 1` }, { id: `${job} 2` }, 'executed_with_other_arguments']
      expect([told, scene.service.payments(job).length, end.code]).to.deep.equal([[both, both], 2, both[2]])
    }
  },
  {
    when: 'a delivery on the eighth day',
    then: '`retry_budget_exceeded`: executed, on that date',
    play: async (scene) => {
      // As if eight days had passed of seven.
      const after = (delivery: number): unknown => delivery === 1 && died()
      const ledgerOf = (): Ledger => impatient(scene.open({ answerMs: 1 }))
      const { end, payments } = await pay(scene, 'late', { ledgerOf, after })
      expect([end.code, end.executed, payments.length]).to.deep.equal(['retry_budget_exceeded', 'yes', 1])
    }
  },
  {
    when: 'a Redis replica that lost its link is promoted, under `min-replicas-to-write 1`',
    then: 'nothing runs before; once after',
    play: async (scene) => {
      const pair = await startRedisPair()
      if (pair === undefined) throw new Error('Redis is not installed.')
      await pair.primary.config('SET', 'min-replicas-to-write', 1)
      await pair.cut()
      while (!(await pair.primary.info('replication')).includes('connected_slaves:0')) await setTimeout(20)
      const ledgerOf = first(redisLedger({ client: pair.primary }), redisLedger({ client: pair.replica }))
      const { end, executions, payments } = await pay(scene, 'promoted', { ledgerOf })
      await pair.promote()
      await pair.stop()
      expect([end, executions, payments.length]).to.deep.equal([PAID(scene, 'promoted'), ['refused', 'yes'], 1])
    }
  },
  {
    when: '1,500 writes begin at once over two connections of PostgreSQL, or one of Redis',
    then: 'all run, and all are settled',
    play: async (scene) => {
      const session = openSession({ ledger: scene.open(), loop: false })
      let effects = 0
      const count = guardedCall(
        { name: 'count', effect: 'write', timeoutMs: 60_000, run: () => ({ id: String((effects += 1)) }) },
        t.type({ id: t.string })
      )
      const end = await scene.driver.run('stampede', async (turnId) => {
        const turns = Array.from({ length: 1_500 }, (_, i) => session.openTurn({ id: `${turnId}:${i}` }))
        const results = await Promise.all(turns.map((turn) => turn.run(count({}))))
        const unsettled = turns.filter(({ calls }) => calls[0]?.unsettled === true).length
        const payload = { ran: results.filter(E.isRight).length, unsettled }
        return { code: null, payload, executed: 'yes', replayed: false }
      })
      expect([end.payload, effects]).to.deep.equal([{ ran: 1_500, unsettled: 0 }, 1_500])
    }
  },
  {
    when: 'twelve jobs of one worker meet one outage',
    then: 'none is refused for what others met',
    play: async (scene) => {
      const session = openSession({ ledger: impatient(scene.open()) })
      const jobs = Array.from({ length: 12 }, (_, i) => `${scene.engine} crowd ${i}`)
      const ends = await Promise.all(
        jobs.map((job) => {
          let deliveries = 0
          scene.service.script(job, ['pay-cut', 'pay'])
          return scene.driver.run(job.replaceAll(' ', '-'), async (turnId) => {
            const turn = session.openTurn({ id: turnId })
            return conclude(turn, await turn.run(payOf(scene, 'keyed', job, (deliveries += 1))({ cents: 100 })))
          })
        })
      )
      expect(ends.map(({ payload }) => payload)).to.deep.equal(jobs.map((job) => ({ id: `${job} 1` })))
      expect(jobs.map((job) => scene.service.payments(job).length)).to.deep.equal(jobs.map(() => 1))
    }
  },
  ...(['executed', 'not_executed'] as const).map((as): Case => ({
    when: `only a person can know, and says \`${as}\``,
    then: as === 'executed' ? 'the engine replays what was said' : 'the engine runs the write',
    play: async (scene) => {
      const name = `asked ${as}`
      const isExecuted = as === 'executed'
      const ledger = scene.open()
      const ending = pay(scene, name, { script: [isExecuted ? 'pay-cut' : 'cut', 'pay'] })
      const answer = { id: `${scene.engine} ${name} 1` }
      const by = { by: 'ada', note: 'as the dashboard says' }
      for (let isSaid = false; !isSaid; await setTimeout(50))
        for (const operationId of scene.service.asked(`${scene.engine} ${name}`).slice(0, 1))
          isSaid = E.isRight(await ledger.resolve(operationId, isExecuted ? { as, answer } : { as }, by))
      const { end, payments } = await ending
      expect([end, payments.length]).to.deep.equal([PAID(scene, name, isExecuted), 1])
    }
  }))
]
