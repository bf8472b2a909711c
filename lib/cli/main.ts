#!/usr/bin/env node
/** The bin `guarded-call`: arguments in, exit code out. */
import { EXIT } from './exit.js'
import { runProgram } from './program.js'
import { reasonOf } from './reason.js'
import { tellError } from './terminal.js'

let isLost = false
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read our output has read enough (`| head`).
    if (error.code === 'EPIPE' || isLost) return
    isLost = true
    tellError(process, `The output could not be written: ${reasonOf(error)}`)
  })
}

// Nobody may take a command that was broken off for one that is done.
const tellBrokenOff = (): void => {
  tellError(process, 'A module that was loaded ended the process, or waits for what never comes.')
  process.exitCode = EXIT.failure
}

process.on('exit', tellBrokenOff)
const code = await runProgram(process.argv.slice(2), process)
process.off('exit', tellBrokenOff)

// A module of the user's may have opened what keeps a process alive, such as the pool of a database: it ends when all is written.
process.stdout.write('', () =>
  process.stderr.write('', () => setImmediate(() => process.exit(isLost ? EXIT.failure : code)))
)
