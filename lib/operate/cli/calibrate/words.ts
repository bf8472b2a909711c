/** Words of the terminal and the page. */
import type { RejectionGroup } from '../../calibrate/calibration.js'
import type { DriftChange, Share } from '../../calibrate/drift.js'
import type { Symptom } from '../../calibrate/symptom.js'
import { fewOf, number, percent } from '../figures.js'

export const part = ({ count, of }: Share): string =>
  `${number(count)} of ${number(of)} (${of === 0 ? 'none' : percent(count / of)})`

const NAMED = 3

const SYMPTOMS: Readonly<Record<Symptom, (group: RejectionGroup) => string>> = {
  null: ({ expected }) => `null, expected ${expected}`,
  absent: ({ expected }) => `absent, expected ${expected}`,
  new_member: ({ samples }) => `${fewOf([...new Set(samples)], NAMED, String)}, not listed`,
  empty: ({ received }) => `empty ${received}`,
  number_outside: ({ expected }) => `a number, expected ${expected}`,
  new_key: () => 'an undeclared key',
  wrong_type: ({ expected, received }) => `${received}, expected ${expected}`,
  format: ({ expected }) => `text, expected ${expected}`,
  constraint: ({ code, expected }) => (code === 'schema_violation' ? `not ${expected}` : code),
  unreadable: ({ code }) => code
}

/** The symptom of a group in a few words. */
export const symptomText = (group: RejectionGroup): string => SYMPTOMS[group.symptom](group)

/** The received values, if they say more than the symptom. */
export const samplesText = ({ received, samples }: RejectionGroup): string => {
  const values = [...new Set(samples)].filter((value) => value !== received)
  return values.length === 0 ? '' : `received ${values.join(', ')}`
}

/** The name of a group: `customer.phone null`. */
export const nameText = ({ place, symptom }: RejectionGroup): string => `${place} ${symptom.replaceAll('_', ' ')}`

/** The effect of a suggested change, in a sentence. */
export const effectText = ({ suggestion }: RejectionGroup): string => {
  if (suggestion === null) return ''
  const {
    takes,
    tried: { passed, of },
    faultsTried
  } = suggestion
  const faults =
    faultsTried === 0
      ? 'there was no fault to try'
      : `none of ${number(faultsTried)} faults and doubtful responses pass`
  return `Alone it accepts ${number(takes)} more ${takes === 1 ? 'response' : 'responses'}. Tried again with all changes, ${passed} of ${of} pass, and ${faults}.`
}

const KINDS: Readonly<Record<DriftChange['kind'], string>> = {
  acceptance: 'share',
  code: 'code',
  new_group: 'new group',
  gone_group: 'gone group'
}

export const kindText = ({ kind }: DriftChange): string => KINDS[kind]
