/**
 * Asks two names of one service in a process of its own: which certificates are trusted is settled when a process
 * starts.
 */
import { httpTool } from '../../../lib/tools/http/index.js'
import { runTool, type Spoken } from './run-tool.js'

/** What the name in the certificate came to, and another name. */
export interface TlsReport {
  readonly named: Spoken['kind']
  readonly misnamed: Spoken
}

const port = process.argv[2] ?? ''

const ask = (name: string): Promise<Spoken> => {
  const origin = `https://${name}:${port}`
  return runTool(
    httpTool({
      name: 'orders',
      effect: 'write',
      allowOrigins: [origin],
      request: () => ({ url: `${origin}/${name}` }),
      lookup: (_hostname, options, callback) =>
        options.all === true ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)
    }),
    {}
  )
}

const report: TlsReport = { named: (await ask('orders.test')).kind, misnamed: await ask('invoices.test') }
process.send?.(report)
process.disconnect?.()
