/** Stands where sockets and DNS were: whoever tries to reach the network is recorded. */
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

type AnyFunction = (...given: ReadonlyArray<unknown>) => unknown

/** Replaces a method, and gives back the way to undo that. */
const replace = (holder: object, name: string, make: (original: AnyFunction) => AnyFunction): (() => void) => {
  const original = Object.getOwnPropertyDescriptor(holder, name)
  if (original === undefined) throw new Error(`nothing is called ${name}`)
  Object.defineProperty(holder, name, { ...original, value: make(original.value as AnyFunction) })
  syncBuiltinESMExports()
  return () => {
    Object.defineProperty(holder, name, original)
    syncBuiltinESMExports()
  }
}

export interface Tripwire {
  readonly touched: ReadonlyArray<string>
  readonly restore: () => void
}

/** Nobody gets as far as a lookup or a socket. */
export const tripwire = (): Tripwire => {
  const touched: Array<string> = []
  const trip = (what: string) => (): AnyFunction => () => {
    touched.push(what)
    throw new Error('tripwire')
  }
  const restores = [replace(dns, 'lookup', trip('lookup')), replace(net.Socket.prototype, 'connect', trip('connect'))]
  return { touched, restore: () => restores.forEach((restore) => restore()) }
}

export interface Watch {
  readonly attempted: ReadonlyArray<string>
  /** Sockets that were asked to connect somewhere, whether they had an address yet or not. */
  readonly opened: () => number
  readonly restore: () => void
}

/** A socket may ask for an address; where it then tries to go is recorded. */
export const watchConnections = (): Watch => {
  const attempted: Array<string> = []
  let opened = 0
  const restore = replace(
    net.Socket.prototype,
    'connect',
    (connect) =>
      function (this: net.Socket, ...given) {
        opened++
        this.on('connectionAttempt', (address: string) => attempted.push(address))
        return Reflect.apply(connect, this, given)
      }
  )
  return { attempted, opened: () => opened, restore }
}
