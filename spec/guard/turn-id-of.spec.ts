/** The ids that engines give turns; real engines are asked in spec/engines.slow.spec. */
import { expect } from 'chai'
import * as fc from 'fast-check'
import { turnIdOf } from '../../lib/index.js'

const job = { queueName: 'orders', id: '17', timestamp: 1_700_000_000_000 }
const run = { workflowId: 'w:1', firstExecutionRunId: '0198-ab' }

describe('turnIdOf', () => {
  it('names what an engine hands the work', () => {
    expect([
      turnIdOf.bullmq(job),
      turnIdOf.dbos({ workflowID: 'w1' }),
      turnIdOf.restate({ request: () => ({ id: 'inv_1' }) }),
      turnIdOf.temporal(run),
      turnIdOf.inngest({ runId: '01H' })
    ]).to.deep.equal([
      'bullmq:orders:17:1700000000000',
      'dbos:w1',
      'restate:inv_1',
      'temporal:w:1:0198-ab',
      'inngest:01H'
    ])
  })

  it('asks as a property of a class, of which it takes no more than it needs', () => {
    class Engine {
      static get workflowID(): string {
        return 'w1'
      }
    }
    expect(turnIdOf.dbos(Engine)).to.equal('dbos:w1')
  })

  it('is another one for other work, whatever the parts hold', () => {
    const part = fc.stringMatching(/^[a-c:]{1,3}$/)
    const queue = fc.stringMatching(/^[a-c]{1,3}$/)
    const jobs = fc.record({ queueName: queue, id: part, timestamp: fc.nat(20) })
    const runs = fc.record({ workflowId: part, firstExecutionRunId: queue })
    fc.assert(
      fc.property(jobs, jobs, (one, other) => {
        expect(turnIdOf.bullmq(one) === turnIdOf.bullmq(other)).to.equal(
          one.queueName === other.queueName && one.id === other.id && one.timestamp === other.timestamp
        )
      })
    )
    fc.assert(
      fc.property(runs, runs, (one, other) => {
        expect(turnIdOf.temporal(one) === turnIdOf.temporal(other)).to.equal(
          one.workflowId === other.workflowId && one.firstExecutionRunId === other.firstExecutionRunId
        )
      })
    )
  })

  it('refuses in a sentence what names nothing', () => {
    const sentence = (name: string, engine: string): string =>
      `Expected \`${name}\` to be given by ${engine}: without it, other work would have the same turn.`
    const refused: ReadonlyArray<readonly [() => string, string]> = [
      [() => turnIdOf.bullmq({ ...job, id: undefined }), sentence('id', 'bullmq')],
      [() => turnIdOf.bullmq({ ...job, id: '' }), sentence('id', 'bullmq')],
      [() => turnIdOf.bullmq({ queueName: 'orders', id: '17' } as never), sentence('timestamp', 'bullmq')],
      [() => turnIdOf.bullmq({ ...job, timestamp: Number.NaN }), sentence('timestamp', 'bullmq')],
      [() => turnIdOf.dbos({ workflowID: undefined }), sentence('workflowID', 'dbos')],
      [() => turnIdOf.restate({ request: () => ({}) as never }), sentence('id', 'restate')],
      [() => turnIdOf.temporal({ workflowId: 'w', runId: 'r' } as never), sentence('firstExecutionRunId', 'temporal')],
      [() => turnIdOf.inngest({} as never), sentence('runId', 'inngest')]
    ]
    for (const [ask, said] of refused) expect(ask).to.throw(TypeError, said)
  })
})
