/** What the tools of widely used coding agents do: facts of their documentation, as one table. */
import { isFields } from '../../core/foreign/index.js'
import type { FormatName } from './formats/formats.js'

/**
 * `edits`: the last one stands. `runs`: a shell, which may do anything. `acts`: so may a subagent, or a step in a
 * browser, whose failure is no output of a program. `looks`: it reads, and pages of the web are what it is for.
 */
export type KnownEffect = 'edits' | 'runs' | 'acts' | 'reads' | 'looks'

interface KnownTool {
  readonly effect: KnownEffect
  /** The logs in which it is the agent's own; elsewhere another program may have a tool of this name. */
  readonly formats: ReadonlyArray<FormatName>
}

const row = (
  formats: ReadonlyArray<FormatName>,
  tools: Partial<Record<KnownEffect, string>>
): ReadonlyArray<readonly [string, KnownTool]> =>
  (Object.entries(tools) as Array<[KnownEffect, string]>).flatMap(([effect, names]) =>
    names.split(' ').map((name) => [name, { effect, formats }] as const)
  )

// One row an agent. A name that two agents share does the same in both.
const ROWS = [
  // Claude Code
  ...row(['claude-code', 'pi'], {
    edits: 'Edit MultiEdit Write NotebookEdit TodoWrite TaskCreate TaskUpdate EnterPlanMode ExitPlanMode ToolSearch',
    runs: 'Bash KillShell KillBash',
    reads: 'Read Grep Glob LS NotebookRead TodoRead BashOutput TaskOutput TaskGet TaskList AskUserQuestion',
    looks: 'WebFetch WebSearch',
    acts: 'Task Agent Skill SlashCommand'
  }),
  // Codex
  ...row(['codex', 'codex-stream'], {
    edits: 'apply_patch update_plan',
    runs: 'shell shell_command local_shell local_shell_call exec_command write_stdin container.exec unified_exec',
    reads: 'view_image list_dir grep_files',
    looks: 'web_search'
  }),
  // Gemini CLI
  ...row(['gemini-cli', 'gemini-stream'], {
    edits: 'write_file replace save_memory write_todos',
    runs: 'run_shell_command',
    reads: 'read_file read_many_files list_directory glob search_file_content grep_search activate_skill ask_user',
    looks: 'web_fetch google_web_search'
  }),
  // Antigravity
  ...row(['antigravity'], {
    edits: 'write_to_file replace_file_content multi_replace_file_content',
    runs: 'run_command send_command_input',
    reads:
      'view_file list_dir grep_search find_by_name view_code_item view_file_outline command_status manage_task list_permissions ask_permission ask_question',
    looks: 'read_url_content search_web',
    acts: 'browser_subagent generate_image'
  }),
  // OpenCode
  ...row(['opencode', 'pi', 'openhands', 'trae', 'managed-agents'], {
    edits: 'edit multiedit write patch todowrite',
    runs: 'bash',
    reads: 'read grep glob list ls todoread lsp_diagnostics codesearch skill question',
    looks: 'webfetch websearch',
    acts: 'task'
  }),
  // OpenCode alone
  ...row(['opencode'], { edits: 'apply_patch plan_enter plan_exit', reads: 'lsp invalid' }),
  // Claude Managed Agents, beside those that OpenCode has
  ...row(['managed-agents'], { looks: 'web_fetch web_search' }),
  // Cline and Roo Code
  ...row([], {
    edits: 'write_to_file replace_in_file apply_diff insert_content search_and_replace update_todo_list',
    runs: 'execute_command',
    reads: 'list_files search_files list_code_definition_names codebase_search',
    looks: 'browser_action',
    acts: 'new_task'
  }),
  // Cline since its SDK
  ...row([], {
    edits: 'editor submit_and_exit',
    runs: 'run_commands',
    reads: 'read_files search_codebase skills ask_question',
    looks: 'fetch_web_content',
    acts: 'spawn_agent'
  }),
  // VS Code
  ...row(['vscode'], {
    edits:
      'replace_string_in_file multi_replace_string_in_file insert_edit_into_file create_file create_directory manage_todo_list',
    runs: 'run_in_terminal runSubagent runTests create_and_run_task',
    reads: 'semantic_search get_errors get_terminal_output get_changed_files list_code_usages',
    looks: 'fetch_webpage'
  }),
  // Cursor
  ...row(['cursor-stream'], {
    edits: 'edit_file search_replace updateTodos',
    runs: 'run_terminal_cmd',
    reads: 'file_search read_lints readTodos'
  }),
  // OpenHands, SWE-agent, Goose, Terminus
  ...row(['openhands', 'swe-agent', 'trae'], {
    edits: 'str_replace_editor str_replace_based_edit_tool file_editor text_editor',
    runs: 'execute_bash execute_ipython_cell ipython python bash_command terminal developer__shell run_ipython',
    reads: 'think',
    looks: 'browser browse fetch'
  }),
  // browser-use
  ...row(['browser-use'], {
    looks: 'go_to_url search_google open_tab switch_tab extract_content extract_structured_data',
    acts: 'click_element_by_index input_text send_keys select_dropdown_option upload_file_to_element go_back'
  }),
  // Inspect
  ...row([], { edits: 'submit', runs: 'bash_session', looks: 'web_browser_go' })
]

const KNOWN: ReadonlyMap<string, KnownTool> = ROWS.reduce((known, [name, { effect, formats }]) => {
  const before = known.get(name)?.formats ?? []
  return known.set(name, { effect, formats: [...before, ...formats] })
}, new Map<string, KnownTool>())

// Hosts of MCP servers put the server's name before the tool's.
const MCP_PREFIX = /^mcp__.+?__(?=.)/

/** A tool's name without the server's, which hosts of MCP put before it. */
export const ownName = (name: string): string => name.replace(MCP_PREFIX, '')

// Editors with a command as an argument read by this one; SWE-agent writes name and arguments as a line.
const isView = (args: unknown): boolean =>
  isFields(args) ? args['command'] === 'view' : typeof args === 'string' && /^\S+\s+view\b/.test(args)

/** What a tool does, if it is one of a widely used coding agent; with its arguments, what this call does. */
export const knownEffect = (name: string, args?: unknown): KnownEffect | undefined => {
  const known = KNOWN.get(name)?.effect
  return known === 'edits' && isView(args) ? 'reads' : known
}

const OF_AGENTS: ReadonlySet<FormatName> = new Set(ROWS.flatMap(([, { formats }]) => formats))

/** Whether a tool is the agent's own in logs of this format; `undefined` for what any agent may have written. */
export const isOwnIn = (format: FormatName, name: string): boolean | undefined =>
  OF_AGENTS.has(format) ? KNOWN.get(name)?.formats.includes(format) === true : undefined

/** The fields in which a call says what a shell or an interpreter runs. */
export const RUN = ['command', 'cmd', 'code', 'script', 'CommandLine']

/** Whether a call says what is to be run. */
export const runsScript = (args: unknown): boolean =>
  isFields(args) && RUN.some((name) => typeof args[name] === 'string')

/** Whether a call goes to a shell or an interpreter, by whatever name. */
export const isShellCall = (tool: string, args: unknown): boolean => {
  const known = knownEffect(ownName(tool))
  // Of an editor, the command is no program.
  return known === undefined ? runsScript(args) : known === 'runs'
}
