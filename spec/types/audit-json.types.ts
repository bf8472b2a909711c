/** What an audit writes is what its published schema says. */
import { expectTypeOf } from 'expect-type'
import type { reportJson } from '../../lib/operate/cli/audit/report-json.js'
import type { AuditJson } from '../operate/cli/audit-json.js'

expectTypeOf<ReturnType<typeof reportJson>>().toExtend<AuditJson>()
