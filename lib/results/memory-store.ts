/** Keeps long results in this process. */
import type { ResultStore } from '../core/calls/index.js'

/** Keeps results in this process, at most `keepBytes` of them: the oldest go first. @category Results @since 0.1.0 */
export const memoryResultStore = ({ keepBytes }: { readonly keepBytes: number }): ResultStore => {
  const texts = new Map<string, string>()
  let bytes = 0
  // A unit of UTF-16 takes two bytes at most.
  const sizeOf = (text: string): number => text.length * 2
  const remove = (ref: string): void => {
    bytes -= sizeOf(texts.get(ref) ?? '')
    texts.delete(ref)
  }
  return {
    put: (ref, text) => {
      remove(ref)
      texts.set(ref, text)
      bytes += sizeOf(text)
      for (const oldest of texts.keys()) {
        if (bytes <= keepBytes || oldest === ref) break
        remove(oldest)
      }
    },
    get: (ref) => texts.get(ref),
    delete: remove
  }
}
