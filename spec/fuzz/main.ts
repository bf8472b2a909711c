/**
 * Fuzzes the named target, or all, for so many seconds each (600 unless told), and keeps what reaches something new in
 * `spec/corpus`.
 */
import { corpusOf, saveCorpus } from './corpus.js'
import { fuzz } from './fuzz.js'
import { TARGETS } from './targets.js'

const [name = 'all', seconds = '600', seed = String(Date.now() % 1e6)] = process.argv.slice(2)

for (const target of TARGETS.filter((one) => name === 'all' || one.name === name)) {
  const { runs, parts, corpus, crashes } = fuzz(target, corpusOf(target), {
    seconds: Number(seconds),
    seed: Number(seed)
  })
  // A crash stays in the corpus, so that the specs fail until it is repaired, and hold it afterwards.
  saveCorpus(target, [...corpus, ...crashes.map(({ input }) => input)])
  console.log(
    `${target.name}: ${runs} inputs in ${seconds} s (seed ${seed}), ${parts} parts reached, ${corpus.length} inputs kept, ${crashes.length} crashes`
  )
  for (const { input, reason } of crashes)
    console.log(`  ${JSON.stringify(input.slice(0, 300))}: ${reason.slice(0, 600)}`)
  if (crashes.length > 0) process.exitCode = 1
}
