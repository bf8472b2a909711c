/**
 * The gate of what decides whether a model reads its data or an error. What is judged wrongly now, and is not listed in
 * known-misses.json, is to be repaired; what is judged rightly now is taken from the list by `UPDATE_MISSES=1`.
 */
import { expect } from 'chai'
import { CORPORA } from './corpora.js'
import { knownMisses, missesOf, shrink, type Misses } from './known-misses.js'

const UPDATE = process.env['UPDATE_MISSES'] === '1'
const COMMAND = 'UPDATE_MISSES=1 npm run spec -- spec/corpora'
const NONE: Misses = { held: {}, tune: {} }

const linesOf = ({ tune }: Misses): ReadonlyArray<string> =>
  Object.entries(tune).flatMap(([what, ids]) => ids.map((id) => `${what}: ${id}`))

describe('corpora', () => {
  it('are all that known-misses.json lists', () => {
    expect(Object.keys(CORPORA)).to.include.members(Object.keys(knownMisses))
  })

  for (const [name, cases] of Object.entries(CORPORA)) {
    const tuned = cases.filter(({ row }) => row.half === 'tune')
    const listed = knownMisses[name] ?? NONE
    const words = `${name}: each of ${tuned.length} rows is judged rightly but ${linesOf(listed).length} known ones`

    it(`${words}, and of ${cases.length - tuned.length} set aside as many as before`, async () => {
      const now = await missesOf(cases)
      const known = UPDATE ? shrink(name, now) : listed
      const labelOf = (line: string) => tuned.find(({ row }) => line.endsWith(row.id))?.row.label
      const added = linesOf(now).filter((line) => !linesOf(known).includes(line))
      expect(
        added.map((line) => `${line} ${JSON.stringify(labelOf(line)).slice(0, 600)}`),
        'judged wrongly'
      ).to.deep.equal([])
      expect(
        linesOf(known).filter((line) => !linesOf(now).includes(line)),
        `judged rightly, and listed: ${COMMAND}`
      ).to.deep.equal([])
      expect(now.held, `of the half set aside, by number; where it fell: ${COMMAND}`).to.deep.equal(known.held)
    })
  }
})
