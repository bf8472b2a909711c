/** Where in a query the server found fault, as the query's author counts. */

/** The server counts code points from 1, from the start of what was sent; `ahead` of them stood before the text. Empty where it lies outside of the text. */
export const placeIn = (text: string, position: string, ahead: number): string => {
  const at = Number(position) - ahead
  if (!Number.isInteger(at) || at < 1) return ''
  // No more of a long text than may hold so many code points.
  const points = Array.from(text.slice(0, at * 2))
  if (at > points.length + 1) return ''
  const lines = points
    .slice(0, at - 1)
    .join('')
    .split('\n')
  const column = Array.from(lines.at(-1) ?? '').length + 1
  return lines.length === 1 ? ` at character ${column}` : ` at line ${lines.length}, character ${column}`
}
