/** A map of the first names up to a limit, which bounds the memory of a report. */
export class CappedMap<A> extends Map<string, A> {
  constructor(readonly most: number) {
    super()
  }

  /** The value of a name, made where the name is new; undefined where there is no room for it. */
  at(name: string, make: () => A): A | undefined {
    const known = this.get(name)
    if (known !== undefined || this.size >= this.most) return known
    const made = make()
    this.set(name, made)
    return made
  }
}
