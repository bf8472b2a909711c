/** The tool that a model meant by a name that no tool has. */
import { isSlipOf, isSpelledLike } from '../core/errors/index.js'
import { kindOf, namedWords } from '../core/signs/index.js'

const isPlural = (word: string, other: string): boolean => word === `${other}s` || other === `${word}s`

// A slip in one word. Of a write its deed has to stand there as it is, and its thing as one or as many: `lock_door` is
// not `unlock_door`, `get_user` not `delete_user`, `delete_file` not `delete_files`.
const isSlip = (name: string, tool: string): boolean => {
  const [asked, words] = [namedWords(name), namedWords(tool)]
  const [at = 0, ...more] = words.flatMap((word, i) => (word === asked[i] ? [] : [i]))
  const [word = '', meant = ''] = [asked[at], words[at]]
  if (asked.length !== words.length || more.length > 0 || !isSlipOf(word, meant)) return false
  return kindOf(tool) === 'reads' || (kindOf(name) !== 'reads' && at > 0 && !isPlural(word, meant))
}

/** The only tool whose name is spelled like this one, or of which it is a slip. */
export const nearestTool = (names: ReadonlyArray<string>, name: string): string | undefined => {
  const same = names.filter((tool) => isSpelledLike(tool, name))
  const near = same.length > 0 ? same : name.length > MAX_NAME ? [] : names.filter((tool) => isSlip(name, tool))
  return near.length === 1 ? near[0] : undefined
}

const MAX_NAME = 128
