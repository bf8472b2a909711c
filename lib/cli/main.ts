#!/usr/bin/env node
/** The bin `guarded-call`: arguments in, exit code out. */
import { run } from './program.js'

// Whoever read our output has read enough (`| head`).
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await run(process.argv.slice(2), process)

// A module of the user's may have opened what keeps a process alive, such as the pool of a database: it ends when all is written.
process.stdout.write('', () => process.stderr.write('', () => process.exit()))
