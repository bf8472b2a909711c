/**
 * The child process that imports compiled examples one after the other and prints what became of each, as JSON, in its
 * last line.
 */
import { pathToFileURL } from 'node:url'

const LIMIT_MS = 10_000

const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : `threw ${String(thrown)}`

// A rejection that nobody handles belongs to the example that runs.
let onRejection: (reason: unknown) => void = () => {}
process.on('unhandledRejection', (reason) => onRejection(reason))

const tryOne = async (file: string): Promise<string | null> => {
  let timer: NodeJS.Timeout | undefined
  const unhandled = new Promise<never>((_resolve, reject) => {
    onRejection = reject
    timer = setTimeout(() => reject(new Error(`not done within ${LIMIT_MS} ms`)), LIMIT_MS)
  })
  try {
    await Promise.race([import(pathToFileURL(file).href), unhandled])
    return null
  } catch (thrown) {
    return messageOf(thrown)
  } finally {
    clearTimeout(timer)
    onRejection = () => {}
  }
}

const results: Record<string, string | null> = {}
for (const file of process.argv.slice(2)) results[file] = await tryOne(file)

// An example may leave a server or a timer behind: printing ends the process.
process.stdout.write(`\n${JSON.stringify(results)}\n`, () => process.exit(0))
