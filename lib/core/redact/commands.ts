/** Finds the secrets among the words of a command, in one line or in a list, by its program and that one's options. */
import { behind, matchAt } from './quoted-values.js'
import { looksRandom } from './random-text.js'
import { isHarmlessValue, REDACTED } from './secret-keys.js'
import { plainName, wordSet } from '../signs/names.js'
import type { Span } from './seen-text.js'

// -- programs

interface Options {
  /** An option that takes a secret; its group is what is written in the same word. */
  readonly option: RegExp
  /** Between a user, or a name, and the secret: `ann:x`, `ann%x`, `sid=x`. */
  readonly after?: RegExp
}

const REDIS = { option: /^(?:-a|--pass)$/ }

const PROGRAMS: ReadonlyArray<readonly [names: string, options: Options | undefined]> = [
  // What takes other things by the same letters: `sshpass -p x ssh -p 22`, `docker run -p 8080:80`
  ['docker|git|mkdir|nerdctl|podman|psql|rsync|s(?:cp|ftp|sh)', undefined],
  ['login', { option: /^-p((?!\d+$|[a-z]+$).*)$/ }],
  [
    'cqlsh|mongo[a-z]{0,7}|[pP]s[eE]xec(?:64)?(?:\\.exe)?|rdesktop|sshpass|unlock-keychain',
    { option: /^-p(?!ass|ort)(.*)/ }
  ],
  // `-p x` asks for a password, and goes to the database `x`.
  ['my(?:sql[a-z]{0,6}|cli)|mariadb[a-z-]{0,7}', { option: /^-p(?!ass|ort)(.+)/ }],
  ['7z[arz]?|(?:un)?rar', { option: /^-h?p(?!ass|ort)(.+)/ }],
  ['(?:keydb|redis|valkey)-(?:benchmark|cli)', REDIS],
  ['ldap[a-z]{3,7}', { option: /^-w(.*)/ }],
  ['zipcloak|(?:un)?zip|sqlcmd|bcp|tsql|ipmitool', { option: /^-P(.*)/ }],
  ['snmp[a-z]{3,8}', { option: /^-[AX]$/ }],
  ['curl', { option: /^(?:-[A-Za-z]{0,8}[buU]|--(?:(?:proxy-)?user|cookie)=?)(.*)/, after: /[:=]/ }],
  ['http|xh', { option: /^(?:-a|--auth=?)(.*)/, after: /:/ }],
  ['smb(?:client|get)|rpcclient', { option: /^(?:-U|--user=?)(.*)/, after: /%/ }]
]
const IS_PROGRAM = PROGRAMS.map(([names, options]) => ({ is: new RegExp(`^(?:${names})$`), options }))

/** Where an object has the program; an error of a process has its `path`. */
export const PROGRAM_FIELDS = wordSet('command cmd program executable file path')

// Of Redis, which asks for no case: those whose arguments are told as a program's; a setting is found by itself.
const OF_REDIS = /^(?:auth|hello)$/i

/**
 * What a field says of the program that the arguments beside it are for; ioredis gives a `command` its `name`. By
 * itself a `name` is that of any service, too: in small letters, it makes a secret of what looks random.
 */
export const programOf = <A>(plain: string, value: A, outer: string): A | string | undefined => {
  const isCommand = plain === 'command' || plain === 'cmd' || (plain === 'name' && outer === 'command')
  if (typeof value === 'string') {
    if (isCommand && OF_REDIS.test(value)) return value.toUpperCase()
    if (plain === 'name' && /^auth$/i.test(value)) return 'auth'
  }
  return PROGRAM_FIELDS.has(plain) ? value : undefined
}

// Of a sentence about a command
const PROSE =
  /^(?:an|and|are|argument|as|by|can|flag|for|from|in|is|it|of|on|option|or|parameter|switch|that|the|this|to|via|was|will|with|you)[.,:]?$/i
// What stands for a secret
const STAND_IN = /^(?:$|[-<[{]|\$[A-Z_({]|%[A-Z(]|[*.x]{2,}$|\.$|your|pass(?:word|wd)?$)/i

// What follows `auth` where it is a command of a program, of mail or of files: `AUTH PLAIN`, `AUTH TLS`, `auth login`
const BEHIND_AUTH = /^(?:[A-Z_]+|list|log(?:in|out)|refresh|status|token|whoami)$/
// What is said of it: `AUTH failed`
const ABOUT_AUTH =
  /^(?:checks?|commands?|errors?|fail\w{0,6}|flows?|headers?|middleware|modules?|pending|servers?|services?|succe\w{2,7}|tests?|timeout|tokens?|users?)$/i
// Settings of Redis
export const SETTING = /^(?:requirepass|masterauth|auth-pass)$/i

/** Reads a command, word by word. */
export class Command {
  #options: Options | undefined
  /** How many of the next words are secrets. */
  #left = 0
  /** Whether what follows are the rules of a user of Redis. */
  #isUser = false
  readonly #isDoubtful: boolean

  /** Its words follow those of `beginning`, if that is a text. */
  constructor(beginning?: unknown) {
    this.#isDoubtful = beginning === 'auth'
    if (this.#isDoubtful) this.#left = 2
    else if (typeof beginning === 'string' && beginning.length <= 200)
      for (const word of beginning.split(' ')) this.secretIn(word)
  }

  /** Where the secret within the next word begins, or -1 if it has none. */
  secretIn(word: string): number {
    const left = this.#left
    this.#left = 0
    if (left > 0 && !word.startsWith('-') && !SETTING.test(word) && !(left === 2 && BEHIND_AUTH.test(word))) {
      this.#left = left - 1
      return this.#isDoubtful && !looksRandom(word, 8) ? -1 : this.#from(word, 0)
    }
    if (this.#isUser && /^[<>#!]./.test(word)) return 1
    const name = word
      .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
      .replace(/(?<!xec(?:64)?)\.exe$/i, '')
    const program = IS_PROGRAM.find(({ is }) => is.test(name))
    if (program !== undefined) this.#options = program.options
    if (word === 'HELLO') this.#options = REDIS
    const found = this.#options?.option.exec(word)
    const value = found?.[1] ?? ''
    if (value !== '') return this.#from(word, word.length - value.length)
    // Of Redis: `AUTH x`, `AUTH ann x`, `ACL SETUSER ann >x`, `CONFIG SET requirepass x`
    const isAuth = /^AUTH2?$/.test(word) || (word === 'auth' && this.#options === REDIS)
    this.#isUser ||= /^setuser$/i.test(word)
    this.#left = isAuth ? 2 : found || SETTING.test(word) ? 1 : 0
    return -1
  }

  #from(word: string, start: number): number {
    const { after } = this.#options ?? {}
    const from = after === undefined ? start : word.slice(start).search(after) + 1 + start
    const isNone = after !== undefined && from === start
    return isNone || STAND_IN.test(word.slice(from)) || PROSE.test(word.slice(from)) ? -1 : from
  }
}

// -- commands in a text

const BEGINNING = new RegExp(
  `(?<![\\w.-]|\\w@)(?:${PROGRAMS.map(([names]) => names).join('|')})(?:\\.exe)?(?=["'\`\\\\]|[ \\t,]|\\r?\\n)`,
  'g'
)
const BETWEEN = /(?:[ \t]|\\\r?\n|,(?:\r?\n)?)*/y
// Of a list of YAML, whose first element is the program
const ITEM = /["']?[ \t]{0,8}\r?\n[ \t]{0,40}- {1,4}/y
// A sign of the shell within a word is none: others write a password without quotes.
const BARE = /(?:\[redacted\]|[^\s"'`;|&()\]\\]|[`;|&()\]](?=[\w!#$%*?@^~]))*/y
const QUOTED = /(\\{0,3}["'`])((?:(?!\1)[^\r\n]){0,400})\1/y
const MAX_WORDS = 80

/** Reads the words from a place on, finds the secrets among them, and gives the place where they end. */
const readWords = (text: string, from: number, between: RegExp, command: Command, found: Array<Span>): number => {
  let at = from
  for (let i = 0; i < MAX_WORDS; i++) {
    at = behind(between, text, at)
    const bare = (matchAt(BARE, text, at)?.[0] ?? '').replace(/(?<!,),+$/, '')
    const quoted = matchAt(QUOTED, text, at + bare.length)
    const word = bare + (quoted?.[2] ?? '')
    if (word === '' && quoted === null) break
    if (quoted === null && PROSE.test(word)) break
    const secretAt = command.secretIn(word)
    const mark = quoted?.[1]?.length ?? 0
    const end = at + word.length + mark
    if (secretAt >= 0) found.push({ start: at + secretAt + (secretAt >= bare.length ? mark : 0), end })
    // `ssh host "mysql -p…"`
    else if (mark > 0 && word.includes(' ')) {
      const start = end - (quoted?.[2]?.length ?? 0)
      found.push(
        ...findInCommands(text.slice(start, end)).map((span) => ({ start: start + span.start, end: start + span.end }))
      )
    }
    at = end + mark
  }
  return at
}

// Of Redis by itself, with its answer or another command behind it. In a field for commands, any user may stand there.
const AUTH =
  /^(AUTH (?:default |[\w.-]{1,40} (?=\S{3,200}[ \t]{0,8}\r?\n[+(-]?(?:OK|ERR|WRONGPASS|error)\b))?)(\S{3,200})(?=[ \t]{0,8}(?:\r?\n(?:[+(-]?(?:OK|ERR|NOAUTH|WRONGPASS|error)|CLIENT|CONFIG|DEL|GET|H?GETALL|INFO|KEYS|PING|SCAN|SELECT|SET)\b|\s{0,8}(?![^])))/gm
const AUTH_OF_USER = /^(AUTH [\w.-]{1,40} )(\S{3,200})\s{0,8}$/

const isPassword = (word: string): boolean =>
  ![BEHIND_AUTH, ABOUT_AUTH, STAND_IN].some((words) => words.test(word)) && !isHarmlessValue('auth', word)

/** Finds the passwords behind each `AUTH`, of letters alone too. */
export const findAuth = (text: string): ReadonlyArray<Span> =>
  [...text.matchAll(AUTH)]
    .map(({ 1: before = '', 2: word = '', index }) => ({ word, start: index + before.length }))
    .filter(({ word }) => isPassword(word))
    .map(({ word, start }) => ({ start, end: start + word.length }))

/** A command in its field, without the password of a user. */
export const withoutAuth = (command: string): string =>
  command.replace(AUTH_OF_USER, (whole, before: string, word: string) => (isPassword(word) ? before + REDACTED : whole))

/** Finds the secrets of commands, each of which ends with its line, its list or a sign of the shell. */
export const findInCommands = (text: string): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  // One of its own: a command may stand in a word of another.
  const beginning = new RegExp(BEGINNING)
  for (let begin = beginning.exec(text); begin !== null; begin = beginning.exec(text)) {
    const between = /\n[ \t]*- ["']?$/.test(text.slice(Math.max(0, begin.index - 60), begin.index)) ? ITEM : BETWEEN
    // The quote behind the program, if it has one
    const from = behind(/\\{0,3}["'`]/y, text, beginning.lastIndex)
    beginning.lastIndex = readWords(text, from, between, new Command(begin[0]), found)
  }
  return found
}

// -- options whose name says so: `--password Sommer2024!`, and with words alone behind them: `--password sesame`,
// `--secret "correct horse"`

// A page of help explains a value behind two blanks; quotes hold all of a value; last, what tells by itself.
const SECRET_OPTION =
  /(?<![\w-])(--?[a-z](?:[.:]?[\w-]){2,60})(?: (?:([a-z]{3,64})(?!  )(?=( --?[a-z])|[\s"'`)\]};|&>\\]|$)|\s{0,7}(\\{0,3}["'`])([^\s"'`\\-](?:(?!\4)[^\r\n]){2,400})(?=\4))|\s{1,8}(?:pass:(?=["']))?["']?(?=[a-z]{0,40}[^a-z\s])([^\s"'`-](?:[^\s"'`]|(?<=[\w!#$%*?@^~])["'`](?=[\w!#$%*?@^~])){2,400}))/gi
// Of sentences
const SPOKEN =
  /^(?:a|all|any|before|but|does|each|has|have|here|if|instead|into|may|means|must|needs?|not|now|only|requires|takes|then|there|until|when|where|which|without|your)$/i
// Of a value in quotes: by its first word, or as words that are no sentence
const TELLING = /^[a-z]{0,40}[^a-z\s]/i
const isSentence = (value: string): boolean =>
  /[^a-z ]/i.test(value) && value.split(' ').some((word) => SPOKEN.test(word) || PROSE.test(word))
// Of pages of help
const WORD = /^(?:[A-Z]+|arguments|file|flags|key|name|options|path|prompts|secret|set|stdin|string|text|value)$/
// The sign of a prompt, and what parts commands, texts and lists of them
const SIGN = /^.*(?:["'`([{;|&\n]|: |(?:^|\s)[$#>+] )/s
const END = /[\n"'`)\]};|&>]/

// Made of words of a command, from its program on.
const isOfCommand = (before: string, after: string): boolean => {
  const head = before.replace(SIGN, '').trim()
  const words = `${head} ${after}`.split(/\s+/)
  // `--admin-user a`
  const isSpoken = (word: string, i: number): boolean => SPOKEN.test(word) && !/^--?[a-z]/i.test(words[i - 1] ?? '')
  return (
    !/^[A-Z][a-z]*$/.test(head) &&
    !words.some((word, i) => isSpoken(word, i) || PROSE.test(word) || /[a-z]{2}[.,!?]$/i.test(word))
  )
}

/** Finds what stands behind options: words where the line is a command, and what has a figure or a sign. */
export const findInOptions = (text: string, isSecret: (plain: string) => boolean): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  for (const {
    0: matched,
    1: option = '',
    2: bare,
    3: next,
    4: quote = '',
    5: quoted = '',
    6: telling,
    index
  } of text.matchAll(SECRET_OPTION)) {
    const value = telling ?? bare ?? quoted
    const plain = plainName(option)
    const isWord = [SPOKEN, PROSE, WORD, STAND_IN].some((words) => words.test(value)) || isHarmlessValue(plain, value)
    if (isWord || /^-+no-/.test(option) || !isSecret(plain)) continue
    const end = index + matched.length
    const after = text
      .slice(end + quote.length, end + 210)
      .split(END, 1)
      .join()
    const isTelling = (telling ?? next) !== undefined || TELLING.test(quoted)
    if (isTelling || (!isSentence(quoted) && isOfCommand(text.slice(Math.max(0, index - 400), index), after)))
      found.push({ start: end - value.length, end })
  }
  return found
}

// -- records of commands, as programs show them: `command: { name: 'auth', args: [ 'x' ] }`

const QUOTE = '\\\\{0,3}["\']?'
const IS = `${QUOTE}\\s{0,4}(?:=>|[:=])\\s{0,4}`
const ARGUMENTS = new RegExp(`\\b(?:arg(?:ument)?s|argv|command|cmd)${IS}[[(]\\s{0,80}`, 'gi')
// Before the list: `command: 'AUTH', `, `command: { name: 'auth', `, and by itself `{ name: 'auth', `
const NAMED = new RegExp(
  `(?:\\b(?:command|cmd)${IS}(?:\\{\\s{0,80}${QUOTE}:?name${IS})?|(?<bare>(?:^|[^\\s:=>[,])\\s{0,80}\\{\\s{0,80}${QUOTE}:?)?(?<other>\\bname${IS}))${QUOTE}(?<name>\\w{2,20})${QUOTE},\\s{0,80}${QUOTE}:?$`,
  'i'
)
// Names of errors of Redis: other things have a `name` and `args`, too.
const FAILED = /\b(?:WRONGPASS|NOAUTH|NOPERM|ReplyError)\b/

/** Finds the secrets in lists of the arguments of a command, which may be named before them. */
export const findInRecords = (text: string): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  let isFailed: boolean | undefined
  ARGUMENTS.lastIndex = 0
  for (let list = ARGUMENTS.exec(text); list !== null; list = ARGUMENTS.exec(text)) {
    const { name = '', bare, other } = NAMED.exec(text.slice(Math.max(0, list.index - 300), list.index))?.groups ?? {}
    const isCommand = other === undefined || (bare !== undefined && (isFailed ??= FAILED.test(text)))
    const command = new Command(programOf(isCommand ? 'command' : 'name', name, ''))
    ARGUMENTS.lastIndex = Math.max(ARGUMENTS.lastIndex, readWords(text, ARGUMENTS.lastIndex, BETWEEN, command, found))
  }
  return found
}
