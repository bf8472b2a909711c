/**
 * Values that break code which trusts them: every one throws, lies, recurses or is endless when touched in the wrong
 * way.
 */

const throwing = (): never => {
  throw new Error('hostile')
}

const cycle = (): unknown => {
  const value: Record<string, unknown> = { name: 'cycle' }
  value['self'] = value
  value['list'] = [value]
  return value
}

const nested = (levels: number): unknown => {
  let value: unknown = 'deep'
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? { value } : [value]
  return value
}

const thenable = (descriptor: PropertyDescriptor): unknown => {
  const key: string = ['th', 'en'].join('')
  return Object.defineProperty({}, key, { ...descriptor, enumerable: true })
}

const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const EVERY_TRAP: ProxyHandler<object> = {
  get: throwing,
  has: throwing,
  ownKeys: throwing,
  getOwnPropertyDescriptor: throwing,
  getPrototypeOf: throwing,
  set: throwing,
  apply: throwing
}

/** A fresh list each time, so that no spec can spoil it for another. */
export const hostileValues = (): ReadonlyArray<unknown> => [
  undefined,
  null,
  true,
  0,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  10n,
  Symbol('s'),
  '',
  '\ud800',
  'x'.repeat(100_000),
  () => 1,
  class Foo {
    bar = 1
  },
  Promise.resolve(1),
  new Map([[1, 2]]),
  new Set([1]),
  new Date(0),
  new Date(Number.NaN),
  /x/g,
  new Error('boom'),
  new Uint8Array(3),
  Buffer.from('abc'),
  new URL('https://example.com'),
  Object.create(null),
  cycle(),
  nested(20_000),
  Array.from({ length: 3 }),
  Object.assign([], { length: 4_000_000_000 }),
  { a: 10n },
  { a: Symbol('a') },
  { a: undefined },
  { toJSON: throwing },
  { toString: throwing, valueOf: throwing, [Symbol.toPrimitive]: throwing },
  {
    get code(): string {
      return throwing()
    },
    get detail(): string {
      return throwing()
    },
    get hint(): string {
      return throwing()
    },
    get data(): string {
      return throwing()
    }
  },
  {
    get error_class(): string {
      return throwing()
    }
  },
  thenable({ value: throwing }),
  thenable({ get: throwing }),
  JSON.parse('{"__proto__":{"polluted":true}}'),
  { constructor: null, hasOwnProperty: null },
  new Proxy({}, EVERY_TRAP),
  new Proxy([], EVERY_TRAP),
  new Proxy(() => 1, EVERY_TRAP),
  { inner: new Proxy({}, EVERY_TRAP) },
  Proxy.revocable({}, {}).proxy,
  revoked()
]
