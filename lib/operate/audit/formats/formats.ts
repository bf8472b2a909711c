/** The formats of stored transcripts. */
import type { HistoryFormat } from '../../../history/formats.js'
import { adkFormat } from './adk.js'
import { antigravityFormat } from './antigravity.js'
import { atifFormat } from './atif.js'
import { browserUseFormat } from './browser-use.js'
import { claudeCodeFormat } from './claude-code.js'
import { codexFormat } from './codex.js'
import { codexStreamFormat } from './codex-stream.js'
import { copilotCliFormat } from './copilot-cli.js'
import { cursorStreamFormat } from './cursor-stream.js'
import type { TranscriptFormat } from './format.js'
import { geminiCliFormat } from './gemini-cli.js'
import { geminiStreamFormat } from './gemini-stream.js'
import { langfuseFormat } from './langfuse.js'
import { langsmithFormat } from './langsmith.js'
import { managedAgentsFormat } from './managed-agents.js'
import { MESSAGE_FORMATS } from './messages.js'
import { opencodeFormat } from './opencode.js'
import { openhandsFormat } from './openhands.js'
import { otelFormat } from './otel.js'
import { piFormat } from './pi.js'
import { pydanticAiFormat } from './pydantic-ai.js'
import { sweAgentFormat } from './swe-agent.js'
import { traeFormat } from './trae.js'
import { vscodeFormat } from './vscode.js'

/** Logs and traces, which no provider accepts. */
export const LOG_FORMATS = {
  'claude-code': claudeCodeFormat,
  codex: codexFormat,
  'codex-stream': codexStreamFormat,
  'cursor-stream': cursorStreamFormat,
  'gemini-cli': geminiCliFormat,
  'gemini-stream': geminiStreamFormat,
  antigravity: antigravityFormat,
  'copilot-cli': copilotCliFormat,
  vscode: vscodeFormat,
  'managed-agents': managedAgentsFormat,
  opencode: opencodeFormat,
  pi: piFormat,
  atif: atifFormat,
  adk: adkFormat,
  'pydantic-ai': pydanticAiFormat,
  'swe-agent': sweAgentFormat,
  trae: traeFormat,
  'browser-use': browserUseFormat,
  openhands: openhandsFormat,
  langsmith: langsmithFormat,
  langfuse: langfuseFormat,
  otel: otelFormat
} as const satisfies Readonly<Record<string, TranscriptFormat>>

export type LogFormat = keyof typeof LOG_FORMATS

/** The name of a transcript format. */
export type FormatName = HistoryFormat | LogFormat

/** All formats by name. */
export const FORMATS: Readonly<Record<FormatName, TranscriptFormat>> = { ...MESSAGE_FORMATS, ...LOG_FORMATS }

export const isLogFormat = (name: FormatName): name is LogFormat => Object.hasOwn(LOG_FORMATS, name)
