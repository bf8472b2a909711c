/** Names of forms and of queries as they are meant, without the codes of a URL: `contrase%C3%B1a=…`, `api%20key=…`. */
import { type SeenText, seenIn } from './seen-text.js'

// A blank, a hyphen, a dot, an underscore, and letters of other scripts. In a URL within another, `%` is a code, too.
const CODE = '%(?:25)?(?:2[0DE]|5F|[C-F][\\dA-F](?:%(?:25)?[89AB][\\dA-F]){1,3})'
const MAY_HAVE_CODES = new RegExp(`${CODE}|\\w\\+\\w`, 'i')
const NAME = new RegExp(
  `(?:(?<![\\w%+.-])|(?<=%(?:25)?(?:26|3F|5B)))(?:[\\w.-]|\\+(?=\\w)|${CODE}){2,80}(?==|\\[|%(?:25)?(?:3D|5[BD]))`,
  'gi'
)
// In code, a sign adds, and base64 has one, too.
const WORDS = /^(?:[A-Z]?[a-z]{1,15}|[A-Z]{2,5})(?:\+(?:[A-Z]?[a-z]{1,15}|[A-Z]{2,5})){1,5}$/
const BEGINS_FIELD = /[?&\n]|^$/

const shownOf = (name: string): string => {
  try {
    return decodeURIComponent(name.replaceAll('%25', '%').replace(/\+|%20/g, '_'))
  } catch {
    return name
  }
}

/** The text as it is seen with the names of its fields as they are meant; the same text where it has no such ones. */
export const withFieldNames = (seen: SeenText): SeenText => {
  const { text } = seen
  if (!MAY_HAVE_CODES.test(text)) return seen
  const names = [...text.matchAll(NAME)].filter(
    ({ 0: name, index }) => name.includes('%') || (WORDS.test(name) && BEGINS_FIELD.test(text.charAt(index - 1)))
  )
  return names.length === 0
    ? seen
    : seenIn(
        seen,
        names.map(({ 0: name, index }) => ({ start: index, end: index + name.length, shown: shownOf(name) }))
      )
}
