/** The forms in which transcripts are stored. */
import type { HistoryFormat } from '../../history/formats.js'
import { claudeCode } from './claude-code.js'
import { codex } from './codex.js'
import type { TranscriptFormat } from './format.js'
import { langfuse } from './langfuse.js'
import { langsmith } from './langsmith.js'
import { MESSAGE_FORMATS } from './messages.js'
import { otel } from './otel.js'
import { sweAgent } from './swe-agent.js'

/** Logs and traces, which no provider takes. */
export const LOG_FORMATS = {
  'claude-code': claudeCode,
  codex,
  'swe-agent': sweAgent,
  langsmith,
  langfuse,
  otel
} as const satisfies Readonly<Record<string, TranscriptFormat>>

export type LogFormat = keyof typeof LOG_FORMATS

/** The name of a form of transcripts. */
export type FormatName = HistoryFormat | LogFormat

/** All forms, by their names. */
export const FORMATS: Readonly<Record<FormatName, TranscriptFormat>> = { ...MESSAGE_FORMATS, ...LOG_FORMATS }

export const isLogFormat = (name: FormatName): name is LogFormat => Object.hasOwn(LOG_FORMATS, name)
