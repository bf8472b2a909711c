/** Words and figures that the terminal and the page have in common. */
import type { RejectionGroup } from '../../traffic/calibrate/calibration.js'
import type { DriftChange, Share } from '../../traffic/drift.js'
import type { Symptom } from '../../traffic/calibrate/symptom.js'

export const number = (n: number): string => n.toLocaleString('en-US')

/** `2.4 %`; what is there is never shown as nothing, and what is not all never as all. */
export const percent = (share: number): string => {
  if (share > 0 && share < 0.001) return '<0.1 %'
  if (share > 0.999 && share < 1) return '>99.9 %'
  return `${(share * 100).toFixed(1)} %`
}

export const part = ({ count, of }: Share): string =>
  `${number(count)} of ${number(of)} (${of === 0 ? 'none' : percent(count / of)})`

export const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, n]) => `${name} ${number(n)}`)
    .join(', ')

export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, n) => total + n, 0)

const NAMED = 3

/** Some of the values by name: a reader wants to know which they are. */
const namedText = (samples: ReadonlyArray<string>): string => {
  const values = [...new Set(samples)]
  return [...values.slice(0, NAMED), ...(values.length > NAMED ? ['…'] : [])].join(', ')
}

const SYMPTOMS: Readonly<Record<Symptom, (group: RejectionGroup) => string>> = {
  null: ({ expected }) => `null, ${expected} is due`,
  absent: ({ expected }) => `absent, ${expected} is due`,
  new_member: ({ samples }) => `${namedText(samples)}, not listed`,
  empty: ({ received }) => `empty ${received}`,
  number_outside: ({ expected }) => `a number that is no ${expected}`,
  new_key: () => 'a key that is not known',
  wrong_type: ({ expected, received }) => `${received}, ${expected} is due`,
  format: ({ expected }) => `text that is no ${expected}`,
  constraint: ({ code, expected }) => (code === 'schema_violation' ? `not ${expected}` : code),
  unreadable: ({ code }) => code
}

/** What is the matter with a group, in a few words. */
export const symptomText = (group: RejectionGroup): string => SYMPTOMS[group.symptom](group)

/** What came, where that says more than the symptom does. */
export const samplesText = ({ received, samples }: RejectionGroup): string => {
  const values = [...new Set(samples)].filter((value) => value !== received)
  return values.length === 0 ? '' : `received ${values.join(', ')}`
}

/** What a group is called among others: `customer.phone null`. */
export const nameText = ({ place, symptom }: RejectionGroup): string => `${place} ${symptom.replaceAll('_', ' ')}`

/** What a suggested change would do, in a sentence. */
export const effectText = ({ suggestion }: RejectionGroup): string => {
  if (suggestion === null) return ''
  const {
    takes,
    tried: { passed, of },
    faultsTried
  } = suggestion
  const faults =
    faultsTried === 0 ? 'there was no fault to try' : `none of ${number(faultsTried)} faults and doubtful answers does`
  return `Alone it takes ${number(takes)} more ${takes === 1 ? 'answer' : 'answers'}. Tried again with all changes, ${passed} of ${of} pass, and ${faults}.`
}

const KINDS: Readonly<Record<DriftChange['kind'], string>> = {
  acceptance: 'share',
  code: 'code',
  new_group: 'new group',
  gone_group: 'gone group'
}

export const kindText = ({ kind }: DriftChange): string => KINDS[kind]

/** Dates of a span, `2026-11-02 to 2026-11-08`. */
export const period = (from: string | null, to: string | null): string => {
  if (from === null || to === null) return 'no time'
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)]
  return first === last ? first : `${first} to ${last}`
}
