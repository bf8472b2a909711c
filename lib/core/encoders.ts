/** How data that an error carries goes back to what JSON can carry, known by its identity: a part of a payload is not encoded as the whole is. */

export type Encode = (data: unknown) => unknown

const encoders = new WeakMap<object, Encode>()

/** The same data, with its own way back. */
export const encodedBy = <A extends object>(data: A, encode: Encode): A => {
  encoders.set(data, encode)
  return data
}

/** The way back of data that has one of its own. */
export const encoderOf = (data: unknown): Encode | undefined =>
  typeof data === 'object' && data !== null ? encoders.get(data) : undefined
