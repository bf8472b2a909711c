#!/usr/bin/env node
/** The bin `guarded-call`: arguments in, exit code out. */
import { run } from './program.js'

// Whoever read our output has read enough (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await run(process.argv.slice(2), process)
