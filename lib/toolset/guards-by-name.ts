/** Guards of tools whose names are unknown before their first call. */

// A model may make up any number.
const MAX_KNOWN = 1_000

/** Makes one guard for each name, and keeps those of the first thousand names. @category Adapters @since 0.1.0 */
export const guardsByName = <G>(guard: (name: string) => G): ((name: string) => G) => {
  const known = new Map<string, G>()
  return (name) => {
    const guarded = known.get(name) ?? guard(name)
    if (known.size < MAX_KNOWN) known.set(name, guarded)
    return guarded
  }
}
