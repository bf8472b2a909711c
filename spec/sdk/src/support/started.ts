/** Processes that listen somewhere. */
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { Command } from './proxied.js'

export type Env = Readonly<Record<string, string>>

/** Starts a command, and gives what the first group of the pattern says on its standard error. */
export const startUntil = async (
  { command, args }: Command,
  env: Env,
  pattern: RegExp,
  started: Array<ChildProcess>
): Promise<string> => {
  const child = spawn(command, args, {
    env: { ...getDefaultEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  started.push(child)
  let told = ''
  return new Promise((resolve, reject) => {
    // It is read to its end: a server whose words nobody takes may end.
    child.stderr.on('data', (chunk) => {
      told += String(chunk)
      const found = pattern.exec(told)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.on('exit', () => reject(new Error(`The server ended: ${told}`)))
  })
}

export const LISTENING = /listening on (\S+)/

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return port
}
