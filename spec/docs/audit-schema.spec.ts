import { toJsonSchema } from '../../lib/codec/json-schema/index.js'
import { AuditJson } from '../operate/cli/audit-json.js'
import { expectPage } from './written.js'

describe('docs/audit.schema.json', () => {
  it('is the schema of what `guarded-call audit --json` prints', () => {
    expectPage('docs/audit.schema.json', `${JSON.stringify(toJsonSchema(AuditJson), null, 2)}\n`)
  })
})
