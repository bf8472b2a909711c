/** Parts that one side pushes and the other iterates. */

export interface Parts<A> {
  readonly push: (part: A) => void
  readonly end: () => void
  /** Every part as it comes, but for the last, of which nobody knows before the end that it was. */
  readonly allButLast: () => AsyncGenerator<A>
}

export const partsOf = <A>(): Parts<A> => {
  const parts: Array<A> = []
  let ended = false
  let wake = (): void => {}
  return {
    push: (part) => {
      parts.push(part)
      wake()
    },
    end: () => {
      ended = true
      wake()
    },
    async* allButLast() {
      while (!ended || parts.length > 1) {
        if (parts.length > 1) yield parts.shift() as A
        else await new Promise<void>((resolve) => { wake = resolve })
      }
    }
  }
}
