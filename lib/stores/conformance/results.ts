/** The requirements for every store of results. */
import type { MaybePromise } from '../../core/foreign/index.js'
import type { ResultStore } from '../../core/calls/index.js'
import { expectSame, type ConformanceCase } from './case.js'

/**
 * Makes a store; two of them share what they keep where processes are to share it.
 * @category Conformance @since 0.1.0
 */
export type MakeResultStore = () => MaybePromise<ResultStore>

const newRef = (): string => `r${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`

const TEXTS = [
  '""',
  '{"a":[1,2.50,null]}',
  '"line\\nend \\u2028 \\ud83d\\ude00 ä 漢 \\ud800"',
  `"${'x'.repeat(2_000_000)}"`
]

const PROMISES: Readonly<Record<string, (store: ResultStore) => Promise<void>>> = {
  'gives back what was put, unchanged': async (store) => {
    const kept = TEXTS.map((text) => ({ ref: newRef(), text }))
    for (const { ref, text } of kept) await store.put(ref, text)
    for (const { ref, text } of kept) expectSame(await store.get(ref), text, 'the text')
  },
  'knows nothing of what was never put': async (store) => {
    expectSame(await store.get(newRef()), undefined, 'a result that nobody put')
  },
  'gives the later one of two of one name': async (store) => {
    const ref = newRef()
    await store.put(ref, '1')
    await store.put(ref, '2')
    expectSame(await store.get(ref), '2', 'the text')
  },
  'forgets what was deleted, and takes a delete of what is not there': async (store) => {
    const [ref, other] = [newRef(), newRef()]
    await store.put(ref, '1')
    await store.put(other, '2')
    await store.delete(ref)
    await store.delete(ref)
    expectSame([await store.get(ref), await store.get(other)], [undefined, '2'], 'what is left')
  },
  'keeps a hundred that come at once': async (store) => {
    const refs = Array.from({ length: 100 }, newRef)
    await Promise.all(refs.map(async (ref, at) => store.put(ref, String(at))))
    expectSame(
      await Promise.all(refs.map(async (ref) => store.get(ref))),
      refs.map((_, at) => String(at)),
      'the texts'
    )
  },
  'reads nothing by a name that leads elsewhere': async (store) => {
    for (const ref of ['../package.json', '/etc/passwd', '*', '', '\u0000', 'constructor', '__proto__'])
      expectSame(await store.get(ref), undefined, `a result by the name ${JSON.stringify(ref)}`)
  }
}

/**
 * The requirements for every store of results, as cases for any test runner.
 *
 * @category Conformance @since 0.1.0
 * @example
 * import { resultStoreConformance } from 'guarded-call/conformance'
 * import { memoryResultStore } from 'guarded-call/results'
 *
 * for (const { run } of resultStoreConformance(() => memoryResultStore({ keepBytes: 1e8 }))) await run()
 */
export const resultStoreConformance = (makeStore: MakeResultStore): ReadonlyArray<ConformanceCase> =>
  Object.entries(PROMISES).map(([name, holds]) => ({ name, run: async () => holds(await makeStore()) }))
