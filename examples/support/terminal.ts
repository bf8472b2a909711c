/** Paint and columns for a terminal of 100 columns; colour only where it is wanted. */

export const WIDTH = 100

const colours = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === ''

const paint =
  (code: number) =>
  (text: string): string =>
    colours ? `\u001b[${code}m${text}\u001b[0m` : text

export const bold = paint(1)
export const dim = paint(2)
export const red = paint(31)
export const green = paint(32)
export const yellow = paint(33)

/** Cuts a text that is wider than its place. */
export const fit = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`

export const left = (text: string, width: number): string => fit(text, width).padEnd(width)

export const right = (value: string | number, width: number): string =>
  (typeof value === 'number' ? value.toLocaleString('en-US') : value).padStart(width)

// A reader that has seen enough (`| head`) ends the output, not the run.
process.stdout.on('error', () => {})

export const print = (line = ''): void => {
  console.log(line)
}
