#!/usr/bin/env node
/** The bin `guarded-call`: arguments in, exit code out. */
import { keepHeapSmall } from '../proxy/small-heap.js'
import { EXIT } from './exit.js'
import { runProgram } from './program.js'
import { reasonOf } from './reason.js'
import { tellError } from './terminal.js'

if (process.argv[2] === 'mcp') keepHeapSmall()

let isLost = false
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of our output has closed it (`| head`).
    if (error.code === 'EPIPE' || isLost) return
    isLost = true
    tellError(process, `The output could not be written: ${reasonOf(error)}`)
  })
}

// An interrupted command must not look like a finished one.
const tellBrokenOff = (): void => {
  tellError(process, 'A module that was loaded ended the process, or waits for what never comes.')
  process.exitCode = EXIT.failure
}

process.on('exit', tellBrokenOff)
const code = await runProgram(process.argv.slice(2), process)
process.off('exit', tellBrokenOff)

// A user's module may keep the process alive, for example by the pool of a database: the process ends once all is
// written.
process.stdout.write('', () =>
  process.stderr.write('', () => setImmediate(() => process.exit(isLost ? EXIT.failure : code)))
)
