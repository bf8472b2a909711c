/** What a person and a desktop host do with a file server in an hour, and a file server to do it with. */
import { call, text, type HourCall, type HourServer } from './hour.js'

const read = { readOnlyHint: true, openWorldHint: false }
const write = (idempotentHint: boolean, destructiveHint: boolean): object => ({
  readOnlyHint: false,
  idempotentHint,
  destructiveHint,
  openWorldHint: false
})

/** As `@modelcontextprotocol/server-filesystem` declares them. */
const FILE_TOOLS = [
  { name: 'list_allowed_directories', annotations: read },
  { name: 'list_directory', annotations: read },
  { name: 'read_text_file', annotations: read },
  { name: 'get_file_info', annotations: read },
  { name: 'search_files', annotations: read },
  { name: 'write_file', annotations: write(true, true) },
  { name: 'create_directory', annotations: write(true, false) },
  { name: 'edit_file', annotations: write(false, true) }
].map((tool) => ({ ...tool, inputSchema: { type: 'object' } }))

const list = call('list_directory', { path: '.' })
const notes = call('read_text_file', { path: 'notes.md' })

/** Ten requests of a person, each twenty calls long. */
export const desktopHour = (): ReadonlyArray<HourCall> =>
  Array.from({ length: 10 }, (_, i) => [
    call('list_allowed_directories'),
    list,
    notes,
    call('write_file', { path: 'notes.md', content: `draft ${i}` }),
    notes,
    list,
    call('search_files', { path: '.', pattern: '*.md' }),
    call('edit_file', { path: 'notes.md', oldText: `draft ${i}`, newText: 'final' }),
    notes,
    // It was better before.
    call('write_file', { path: 'notes.md', content: 'draft 0' }),
    notes,
    list,
    call('get_file_info', { path: 'notes.md' }),
    call('create_directory', { path: 'archive' }),
    list,
    call('edit_file', { path: 'notes.md', oldText: 'draft', newText: 'version' }),
    notes,
    call('edit_file', { path: 'notes.md', oldText: 'version', newText: 'draft' }),
    notes,
    call('read_text_file', { path: 'none.md' })
  ]).flat()

/** Files in memory, and answers as of a server over them. */
export const fileServer = (): HourServer => {
  const files = new Map([['notes.md', '']])
  const answer: HourServer['answer'] = (name, { path = '.', content = '', oldText = '', newText = '' }) => {
    const known = files.get(path)
    switch (name) {
      case 'list_directory':
      case 'search_files':
        return text([...files.keys()].map((file) => `[FILE] ${file}`).join('\n'))
      case 'read_text_file':
      case 'get_file_info':
        return known === undefined ? text(`ENOENT: no such file or directory, open '${path}'`, true) : text(known)
      case 'write_file':
        files.set(path, content)
        return text(`Successfully wrote to ${path}`)
      case 'edit_file':
        if (known?.includes(oldText) !== true) return text('Could not find exact match for edit', true)
        files.set(path, known.replace(oldText, newText))
        return text(`-${oldText}\n+${newText}`)
      default:
        return text(`${name} ${path}`)
    }
  }
  return { tools: FILE_TOOLS, answer }
}
