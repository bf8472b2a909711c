import { expect } from 'chai'
import { WritesNothingError } from '../../../lib/tools/sql/database.js'
import { writeOnce } from '../../../lib/tools/sql/recipes.js'

describe('writeOnce', () => {
  const run = async (text: string): Promise<{ readonly sent: ReadonlyArray<string>; readonly thrown: unknown }> => {
    const sent: Array<string> = []
    const session = {
      send: async (statement: string) => {
        sent.push(statement)
        return { fields: [], rows: [], command: 'COPY' }
      }
    }
    const thrown = await writeOnce(
      { text, values: [] },
      10,
      {} as never
    )(session as never).then(
      () => undefined,
      (error: unknown) => error
    )
    return { sent, thrown }
  }

  it('sends no COPY: its file or program outlives a rollback', async () => {
    for (const before of ['', ' \n', '-- a\n', '-- a\r', '/* a */ ', '/* a /* b */ c */', ';'])
      for (const copy of ['COPY', 'copy']) {
        const { sent, thrown } = await run(`${before}${copy} (SELECT 1) TO PROGRAM 'x'`)
        expect(sent).to.deep.equal([])
        expect(thrown).to.be.instanceOf(WritesNothingError)
      }
  })

  it('sends what only names one', async () => {
    for (const text of [
      'INSERT INTO copy VALUES (1)',
      'UPDATE a SET b = 1 -- COPY',
      '/* COPY */ DELETE FROM a',
      'copyright'
    ])
      expect((await run(text)).sent).to.deep.equal([text])
  })
})
