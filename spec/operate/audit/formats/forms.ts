/**
 * The story in every form that is read, each written after its public description or a public sample, with nothing of
 * theirs in it.
 */
import { ADK } from './forms/adk.js'
import { AI_SDK } from './forms/ai-sdk.js'
import { ANTHROPIC } from './forms/anthropic.js'
import { ANTIGRAVITY } from './forms/antigravity.js'
import { ATIF } from './forms/atif.js'
import { BROWSER_USE } from './forms/browser-use.js'
import { CLAUDE_CODE } from './forms/claude-code.js'
import { CODEX } from './forms/codex.js'
import { CODEX_STREAM } from './forms/codex-stream.js'
import { COPILOT_CLI } from './forms/copilot-cli.js'
import { CURSOR_STREAM } from './forms/cursor-stream.js'
import { GEMINI_CLI } from './forms/gemini-cli.js'
import { GEMINI_STREAM } from './forms/gemini-stream.js'
import { LANGCHAIN } from './forms/langchain.js'
import { LANGFUSE } from './forms/langfuse.js'
import { LANGSMITH } from './forms/langsmith.js'
import { MANAGED_AGENTS } from './forms/managed-agents.js'
import { OPENAI } from './forms/openai.js'
import { OPENAI_RESPONSES } from './forms/openai-responses.js'
import { OPENCODE } from './forms/opencode.js'
import { OPENHANDS } from './forms/openhands.js'
import { OTEL } from './forms/otel.js'
import { PI } from './forms/pi.js'
import { PYDANTIC_AI } from './forms/pydantic-ai.js'
import { SWE_AGENT } from './forms/swe-agent.js'
import { TRAE } from './forms/trae.js'
import { VSCODE } from './forms/vscode.js'
import { answered, type Form } from './forms/form.js'
import type { Story } from './story.js'

export type { Form }

export const FORMS: ReadonlyArray<Form> = [
  ...OPENAI,
  ...OPENAI_RESPONSES,
  ...ANTHROPIC,
  ...AI_SDK,
  ...LANGCHAIN,
  ...CLAUDE_CODE,
  ...CURSOR_STREAM,
  ...CODEX_STREAM,
  ...GEMINI_CLI,
  ...GEMINI_STREAM,
  ...ANTIGRAVITY,
  ...COPILOT_CLI,
  ...VSCODE,
  ...MANAGED_AGENTS,
  ...OPENCODE,
  ...PI,
  ...ATIF,
  ...ADK,
  ...PYDANTIC_AI,
  ...CODEX,
  ...SWE_AGENT,
  ...TRAE,
  ...BROWSER_USE,
  ...OPENHANDS,
  ...LANGSMITH,
  ...LANGFUSE,
  ...OTEL
]

/** How many answers a story has. */
export const answersOf = (story: Story): number => answered(story).length
