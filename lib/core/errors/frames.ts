/** The lines of a stack: they tell of the host, and of what its functions got. */

const FRAME = new RegExp(
  `^(?:\\s|\\\\t)*(?:${[
    // `at Db.load (/srv/app/db.js:17:22)`, `at com.acme.Db.load(Db.java:17)`, `at /srv/app/db.js:17:22`
    'at [^()\\r\\n]{1,200}\\((?:[^()\\r\\n]{1,300}:\\d|<anonymous>)',
    'at [\\w$.<>`[\\],]{1,200}\\.[\\w$<>`]{1,80}\\(',
    'at [^\\s()]{1,300}:\\d+(?![^\\s\\\\<])',
    // `#0 db.php(12): load('x')`, `File "db.py", line 3`, `from db.rb:3`
    '#\\d{1,3} +(?:[^\\s()]{1,300}\\(\\d+\\): |\\[internal|\\{main|0x)',
    'File \\\\?"[^"\\\\\\r\\n]{1,300}\\\\?", line \\d',
    'from [^\\s()]{1,300}:\\d',
    'goroutine \\d{1,9} \\[',
    'Stack trace:',
    'Traceback \\(most recent'
  ].join('|')})`
)

/** Whether a line is one of a stack, or the head of one. */
export const isFrame = (line: string): boolean => FRAME.test(line)

const BREAK = /\r\n?|\n|(?:\\r)?\\n|<br\s?\/?>/g

// Python writes its error behind them.
const TRACE = /^\s*(?:\w+: )?Traceback \(most recent call last\):\s*?(?:\r?\n[ \t]+\S.*)+\r?\n/

/** Whether words begin with the stack of Python. */
export const isTrace = (words: string): boolean => TRACE.test(words)

const MAX_FRAME = 700

/** Words without the lines of a stack, and what stands behind them. */
export const withoutFrames = (words: string): string => {
  const text = words.replace(TRACE, '')
  for (const { 0: mark, index } of text.matchAll(BREAK)) {
    const from = index + mark.length
    if (isFrame(text.slice(from, from + MAX_FRAME))) return text.slice(0, index)
  }
  return text
}
