/**
 * Whether a line of what a program printed reports a failure, wherever it stands. Asked of writes alone: a read may
 * return a log, or a document about errors.
 */
import type { AskedFor } from './admitted-words.js'
import { OPENINGS, REDIS_ERROR } from './openings.js'
import { failureInText } from './text.js'

// -- any line

// Bullets and signs, but those of a diff, a quote, a table, a comment and a passed test; a time, or a step of Docker;
// `remote: `, `psql:m.sql:3: `
const MARKS = '^[^\\w\\r\\n+>|"\'`#<✓✔-]{0,8}'
const BEGIN = `${MARKS}(?:(?:#\\d{1,4}|\\d{1,4}[-:./][\\d.,:/TZ+-]{1,40})[\\],]? {1,4}){0,3}(?:(?!warn|not(?:e|ice)|hint|info)[\\w./()+:,-]{1,99}: {1,4})?`

const FAILED_LINE = new RegExp(
  [
    BEGIN + OPENINGS,
    // `BigQuery error in load operation: `
    `${MARKS}(?!(?:add|fix|handl|log|no|remov|test|updat|without|zero|0)\\w* )(?:[\\w-]{1,30} ){1,2}error(?: \\w{1,20}){0,3}: (?!\\d|no\\b|none\\b|\\W)`,
    // `exited with code 1`, `returned status 404`; 201 and 302 are no failures.
    '(?<![\\w-])(?:complet|di|exit|fail|finish|return|terminat)(?:ed|s)?(?: with)?(?: an?| error| exit| non-?zero| return){0,3}[ _-]?(?:code|status)(?: was| is| of|>)?\\s?[:=]?\\s?-?(?!20\\d|30\\d)[1-9]\\d{0,2}\\b',
    'traceback \\(most recent call last\\)|\\bcore dumped\\b|\\bbuild failure\\b',
    '\\b(?:err(?:or)?s?|fail(?:ed|ures?)?|unreachable)(?:=| ?: {0,40})(?![45]\\d\\d\\b)[1-9]',
    // TAP, Jenkins, and programs in other languages
    `${MARKS}(?:not ok \\d|finished: (?:failure|aborted)\\b|(?:fehler|erreur|errore?|erro|fout|ошибка)\\s?: {0,4}(?!0\\b|keine?\\b|aucune\\b|\\W))`,
    // SQL*Plus, sqlcmd
    '^(?:ORA|PLS|SP2|TNS)-\\d{4,5}: |^Msg \\d{1,9}, Level (?:1[1-9]|2\\d), State',
    // Git, Kubernetes
    '^ {0,3}! \\[(?:remote )?rejected\\]|^no(?:thing (?:added )?| changes added )to commit[^\\n]*\\s?(?![^])|^the (?:previous [\\w-]{1,20} is now empty|\\w{1,60} "[^"\\n]{1,200}" is invalid:)'
  ].join('|'),
  'gim'
)

// Levels and states in capitals, exceptions by their names; a transaction that was rolled back did nothing.
const CAPITALS = new RegExp(
  [
    '^(?![->|+"\'`<])(?:\\S{1,60}[ \\t]{1,4}){0,2}[^\\w\\n+>|"\'`<-]?(?:ERROR|FATAL?|ERR!|FAILURE)(?![\\w"\'`/.-])(?!\\W{0,4}(?:0\\b|$))',
    '(?:_|\\b)FAIL(?:ED)?(?![\\w.])(?!\\W{0,3}0\\b)',
    `${MARKS}(?:error (?:code|[A-Z])|(?:[a-z_][\\w.]{0,80}\\.)?[A-Z]\\w{0,60}(?:Error|Exception|Refused)(?: [[(][^\\])\\n]{1,60}[\\])])?: )`,
    `^(?:ROLLBACK\\s*$|${REDIS_ERROR})`
  ].join('|'),
  'gm'
)

// -- the end

const NEAR_END = 1_200
const LAST = 3
// Of a diff, a list or a numbered file; a warning
const REMARK = /^(?:[-+>|"'`#<]|\d{1,9} ?[\t|→])|^\W{0,8}(?:warn|not(?:e|ice)|hint|info)/i
// `1 failed, 3 passed`, `1/1 deployment(s) failed`, `✖ 1 problem (1 error, 0 warnings)`
const COUNT =
  /(?<![\d.,])[1-9]\d{0,8} (?:[\w()]{1,20} ){0,2}(?:fail(?:ed|ures?)|error(?:s|\(s\))?|rejected)(?![\w/-]|\.\w)/i
// `errors/failed.png`, "failed-jobs"
const NAMES = /"[^"]{0,200}"|\S{0,200}[/._=-]\w\S{0,200}/g

// `Error: (none)`, `Failed: 0, passed: 10`
const NO_ERROR = /^\W{0,8}[\w -]{1,40}:\W{0,4}(?:(?:0|none|null|no|false)\W{0,4}$|0(?:\.\d+)? ?[,;|(%])/i
// `onError: web-dev-onError`, `[error-pages 20e2652] Error: handled` of a commit
const NAMED = /^(?:[a-z]\w*(?:Error|Exception|Failure): ?\S*$|\[\S{1,200} (?:\(root-commit\) )?[\da-f]{7,40}\])/

// `chown: `, `sh: 1: `
const SAYS = /^(?:[\w./-]{1,60}: ){1,3}/

// `src/a.ts[5, 1]: forbidden import` of a linter
const FINDING = /\S\.\w{1,8}[[(:]\d/
// "Timed out waiting for web", "Operation canceled by user.", "Aborting."
const GAVE_UP =
  /^\W{0,8}(?:abort(?:ed|ing)\b|(?:(?:\w+ ){0,2}(?:was )?cancell?ed|timed out|(?:disk|device) full)\b)[^:=]{0,60}$/i

const BREAK = /[\r\n]+/
const MAX_LINE = 300
const MAX_TRIED = 10
const MIN_ASKED = 8

const lineAt = (text: string, at: number): string => {
  const [before = ''] = text
    .slice(Math.max(0, at - MAX_LINE), at)
    .split(BREAK)
    .slice(-1)
  const [behind = ''] = text
    .slice(at, at + MAX_LINE)
    .trimStart()
    .split(BREAK, 1)
  return (before + behind).trim()
}

/** Whether a line reports a failure that is no line of what was asked for, or one of the last says no in words. */
export const admitsInPrinted = (
  whole: string,
  saysNo: (words: string) => boolean,
  asked: AskedFor | undefined
): boolean => {
  const text = whole.includes('\u001b') ? whole.replace(/\u001b\[[\d;]{0,12}m/g, '') : whole
  // A call that sends `ROLLBACK` gets that line, and no words about one.
  const isAsked = (line: string): boolean =>
    line.length >= MIN_ASKED && !/roll\W?back\W|\Wroll\W?back/i.test(line) && asked?.holdsLine(line) === true
  for (const pattern of [FAILED_LINE, CAPITALS]) {
    let tried = 0
    for (const { index } of text.matchAll(pattern)) {
      const line = lineAt(text, index)
      if (NO_ERROR.test(line) || NAMED.test(line)) continue
      if (tried++ >= MAX_TRIED || !isAsked(line)) return true
    }
  }
  const ends = text.slice(-NEAR_END).split(BREAK)
  const last = ends
    .filter((line) => /\w/.test(line))
    .slice(-LAST)
    .map((line) => line.trim().slice(0, MAX_LINE))
  const isNo = (line: string, place: number): boolean => {
    const said = line.replace(SAYS, '')
    const isEnd = place === last.length - 1 && !REMARK.test(said) && !FINDING.test(said)
    return (
      COUNT.test(line) ||
      saysNo(line.replace(NAMES, ' ')) ||
      (isEnd && (GAVE_UP.test(said) || failureInText(said) !== undefined))
    )
  }
  return ends.length > 1 && last.some((line, place) => !REMARK.test(line) && isNo(line, place) && !isAsked(line))
}
