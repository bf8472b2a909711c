/** A week of recordings, some of them odd, and the report that `guarded-call calibrate` writes of it. */
import { expect } from 'chai'
import type { Folder } from '../command.js'
import { fineOrder, records, TOOLS_MODULE } from '../recordings.js'

export const WEEK =
  records() +
  records(60, (i) => (i % 15 === 2 ? 5 : '"pong"'), { tool: '<b>ping</b>' }) +
  records(5, () => 1, { tool: '<i>none</i>' })

/** Writes `week.html` into the folder, beside the recordings and the module of the tools that it takes. */
export const reportWeek = async (folder: Folder): Promise<void> => {
  folder.write(
    'tools.mjs',
    `${TOOLS_MODULE}
export const others = [{ name: '<b>ping</b>', codec: t.string }, { name: 'unused', codec: t.string }]`
  )
  folder.write('week.jsonl', WEEK)
  folder.write('fine.jsonl', records(1000, fineOrder))
  const { stdout } = await folder.run(['calibrate', 'fine.jsonl', '--tools', 'tools.mjs', '--json'])
  folder.write('fine.json', stdout)
  const against = ['--against', 'fine.json', '--html', 'week.html']
  const made = await folder.run(['calibrate', 'week.jsonl', '--tools', 'tools.mjs', ...against])
  expect([made.code, made.stderr]).to.deep.equal([0, 'The report is in week.html.\n'])
}
