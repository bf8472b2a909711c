/** Figures in words, in the terminal and on pages. */

type Counts = Readonly<Record<string, number | undefined>>

export const number = (n: number): string => n.toLocaleString('en-US')

/** `1 call`, `1,200 calls` */
export const counted = (n: number, one: string, many = `${one}s`): string => `${number(n)} ${n === 1 ? one : many}`

/** `2.4 %`; a share above 0 never rounds to 0 %, and one below 1 never to 100 %. */
export const percent = (share: number): string => {
  if (share > 0 && share < 0.001) return '<0.1 %'
  if (share > 0.999 && share < 1) return '>99.9 %'
  return `${(share * 100).toFixed(1)} %`
}

/** The first of some things in words, and whether there are more: `a, b, …`. */
export const fewOf = <A>(all: ReadonlyArray<A>, most: number, words: (one: A) => string, separator = ', '): string =>
  [...all.slice(0, most).map(words), ...(all.length > most ? ['…'] : [])].join(separator)

/** Those of some lines that apply. */
export const applicable = (...all: ReadonlyArray<string | false | undefined>): ReadonlyArray<string> =>
  all.filter((one) => one !== undefined && one !== false)

/** Those of some sentences that apply, as one text. */
export const sentences = (...all: ReadonlyArray<string | false | undefined>): string =>
  applicable(...all)
    .filter((one) => one !== '')
    .join(' ')

/** The words of those parts that count something. */
export const countedParts = (parts: ReadonlyArray<readonly [n: number, words: string]>): ReadonlyArray<string> =>
  parts.filter(([n]) => n > 0).map(([, words]) => words)

/** `a 3, b 1`, without zero counts. */
export const listCounts = (counts: Counts): string =>
  Object.entries(counts)
    .flatMap(([name, n = 0]) => (n > 0 ? [`${name} ${number(n)}`] : []))
    .join(', ')

export const sumOf = (counts: Counts): number => Object.values(counts).reduce<number>((sum, n = 0) => sum + n, 0)
