/**
 * Adds up what two records count, at any depth; a figure that one of them lacks is 0 there. No record by names of
 * others, such as those of tools: one may be `__proto__`.
 */
export const addCounts = <Counts extends object>(one: Counts, other: Counts): Counts => {
  const sum = { ...one } as Record<string, unknown>
  for (const [name, counts] of Object.entries(other)) {
    const known = sum[name]
    sum[name] = typeof counts === 'number' ? Number(known ?? 0) + counts : addCounts(known as object, counts as object)
  }
  return sum as Counts
}
