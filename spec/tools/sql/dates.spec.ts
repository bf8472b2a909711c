import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall, openTurn, toModelText } from '../../../lib/index.js'
import { sqlTool } from '../../../lib/tools/sql/index.js'
import { openPGlite } from '../../helpers/pglite.js'

describe('a time of a database', () => {
  it('reaches the model as a time, through the tool and the codec of the documentation', async () => {
    const client = await openPGlite()
    const query = sqlTool({
      name: 'query_orders',
      effect: 'read',
      client,
      args: t.type({ sql: t.string }),
      query: ({ sql }) => ({ text: sql, values: [] })
    })
    const call = guardedCall(query, t.array(t.record(t.string, t.unknown)))
    const result = await openTurn().run(call({ sql: 'SELECT now() AS at, 12345678901234567890::numeric AS big' }))
    await client.close()
    for (const text of [toModelText(result), call.toModelText(result)]) {
      const [row] = JSON.parse(text) as ReadonlyArray<{ readonly at: string; readonly big: string }>
      expect(Math.abs(Date.now() - Date.parse(row?.at ?? ''))).to.be.below(60_000)
      expect(row?.at).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      expect(row?.big).to.equal('12345678901234567890')
    }
  })
})
