/** Hears the warnings of the process. */
import { once } from 'node:events'

/** The warnings of the process while `act` runs. */
export const warningsOf = async (act: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  const warnings: Array<string> = []
  const hear = ({ name, message }: Error): unknown => warnings.push(`${name}: ${message}`)
  process.on('warning', hear)
  try {
    await act()
    // Node tells of a warning in the next tick, in their order.
    const last = once(process, 'warning')
    process.emitWarning('the last')
    await last
  } finally {
    process.off('warning', hear)
  }
  return warnings.filter((warning) => !warning.endsWith('the last'))
}
