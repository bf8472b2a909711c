/** Reads what Python's `print` and Node's `console.log` write of data as the JSON that it would be. */
import { type SeenChange, type SeenText, seenWith } from './seen-text.js'

// Texts, which begin behind no backslash; names of fields; what only a program writes; words for any value.
const TOKEN = new RegExp(
  [
    '(?<!\\\\)"(?:[^"\\\\\\n]|\\\\.)*(?:"|$)',
    `(?<quoted>(?<![\\w\\\\])'(?:[^'\\\\\\n]|\\\\.)*'|(?<!\\\\)\`(?:[^\`\\\\\\n]|\\\\.)*\`)`,
    '(?<key>(?:\\[?Symbol\\([\\w.]{1,80}\\)\\]?|[A-Za-z_$][\\w$]{0,80}|\\d{1,9})(?=\\s{0,8}:))',
    '(?<none>\\[(?:Object: null prototype|\\[redacted\\])\\] (?=\\{)|,(?=\\s{0,80}[}\\])])|\\b[bBuU](?=["\'])|<ref \\*\\d{1,4}> |(?<![\\w.])[A-Z][\\w$]{0,80}(?:\\(\\d{1,6}\\))? (?=[{[]))',
    '(?<open>(?:new )?(?<![\\w.])[A-Za-z_][\\w.]{0,80}\\(|\\()|(?<close>\\))|(?<arrow>=>)',
    '(?<value>\\.{3} \\d{1,9} more \\w{4,10}|<[^<>\\n]{1,200}>|(?<![\\w.])(?:[A-Za-z_$][\\w$.]{0,80}|\\d{4}-[\\dT:.Z-]{4,30}))'
  ].join('|'),
  'g'
)
const INNER = /\\'|"/g

const SHOWN: Readonly<Record<string, string>> = { open: '[', close: ']', arrow: ':', none: '' }

const changesOf = ({ 0: found, index: start, groups = {} }: RegExpExecArray): ReadonlyArray<SeenChange> => {
  const end = start + found.length
  const [kind = '', token = ''] = Object.entries(groups).find(([, each]) => each !== undefined) ?? []
  if (kind === 'quoted') {
    const inner = Array.from(token.slice(1, -1).matchAll(INNER), ({ 0: mark, index }) => ({
      start: start + 1 + index,
      end: start + 1 + index + mark.length,
      shown: mark === '"' ? '\\"' : "'"
    }))
    return [{ start, end: start + 1, shown: '"' }, ...inner, { start: end - 1, end, shown: '"' }]
  }
  const shown =
    kind === 'key' ? `"${token}"` : kind === 'value' ? (/^true$/i.test(token) ? 'true' : 'null') : SHOWN[kind]
  return shown === undefined || shown === found ? [] : [{ start, end, shown }]
}

/** A text with JSON in place of what is printed so. */
export const asJson = (text: string): SeenText => seenWith(text, [...text.matchAll(TOKEN)].flatMap(changesOf))
