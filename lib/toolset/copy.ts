/** Copies of a framework's objects, with a few things replaced. */

/**
 * Copies an object with some fields replaced: prototype, hidden and symbol properties stay, because frameworks
 * recognize their tools by them.
 * @category Adapters @since 0.1.0
 */
export const copyWith = <T extends object>(original: T, replaced: Readonly<Record<string, unknown>>): T => {
  const descriptors: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(original)
  for (const [key, value] of Object.entries(replaced)) {
    descriptors[key] = { value, enumerable: descriptors[key]?.enumerable ?? true, writable: true, configurable: true }
  }
  return Object.create(Object.getPrototypeOf(original) as object | null, descriptors) as T
}
