/** Methods of a framework's objects, guarded where they stand: to guard an object again replaces its guard. */

type AnyFunction = (...args: ReadonlyArray<never>) => unknown

const originals = new WeakMap<AnyFunction, AnyFunction>()

/**
 * Puts a guarded method in the place of the `original`, and of the guard that it may have already: of two guards, the
 * inner one would refuse by its own turn what is new in the turn of the other.
 * @category Adapters @since 0.1.0
 */
export const replaceMethod = (target: object, name: string, guard: (original: never) => AnyFunction): void => {
  const methods = target as Record<string, AnyFunction>
  const present = methods[name]
  if (typeof present !== 'function') return
  const original = originals.get(present) ?? present
  const guarded = guard(original.bind(target) as never)
  originals.set(guarded, original)
  methods[name] = guarded
}
