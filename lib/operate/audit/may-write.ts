/** Whether a call of a tool whose name tells nothing may have written. */
import { isFields } from '../../core/foreign/index.js'
import { isPolled, kindOf } from '../../core/signs/index.js'
import type { ReadableCall } from './conversation.js'
import { isShellCall, knownEffect, ownName } from './known-tools.js'
import { isStepOnScreen } from './tool-names.js'

const SQL = /^\s*(?:--[^\n]*\n\s*)*(?:\(\s*)?(?:select|with|show|explain|describe|pragma|values)\b/i
const SQL_CHANGES = /\b(?:insert|update|delete|merge|create|alter|drop|truncate|into)\b/i

const readsSql = (args: unknown): boolean => {
  const texts = isFields(args) ? Object.values(args).filter((value) => typeof value === 'string') : []
  return texts.some((text) => SQL.test(text) && !SQL_CHANGES.test(text))
}

/** Whether nothing tells that a call only reads: its tool's name, what it asks for, or that it runs in a shell. */
export const mayWrite = ({ tool, args }: ReadableCall): boolean => {
  const name = ownName(tool)
  return (
    kindOf(name) === 'none' &&
    knownEffect(name) === undefined &&
    !isShellCall(tool, args) &&
    !isPolled(name) &&
    !isStepOnScreen(name) &&
    !readsSql(args)
  )
}
