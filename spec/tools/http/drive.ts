/** How a call is made and judged in the hostile suite: through the guard, as a user's would be. */
import * as E from 'fp-ts/lib/Either.js'
import { guardedCall } from '../../../lib/guard/guarded-call.js'
import { openTurn } from '../../../lib/guard/session.js'
import type { Tool } from '../../../lib/guard/tool.js'
import { Orders } from './hostile/misbehaviour.js'

export interface Driven {
  /** The class of the error, or `right`. */
  readonly outcome: string
  readonly code: string | null
  /** All that a model would be shown of an error, but for the data that came. */
  readonly shown: string
}

export type Drive = (tool: Tool<unknown>) => Promise<Driven>

export const driveTool: Drive = async (tool) => {
  const result = await openTurn().run(guardedCall(tool, Orders)({}))
  return E.isRight(result)
    ? { outcome: 'right', code: null, shown: '' }
    : {
        outcome: result.left.error_class,
        code: result.left.code,
        shown: JSON.stringify({ ...result.left, data: null })
      }
}
