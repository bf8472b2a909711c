/** Each labelled row as a case: what goes wrong with it, if anything. */
import { asReport, responses, tellsOfRefusal, whereAccepted, whereRefused, type Response } from './failures.js'
import { listings, missIn } from './pages.js'
import type { Row } from './rows.js'
import { forms, isChanged, shareFound, type Form } from './secrets.js'

/** A row, and a way to ask what the library makes of it. */
export interface Case {
  readonly row: Row<unknown>
  /** `undefined` where all is right. */
  readonly missOf: () => string | undefined | Promise<string | undefined>
}

const casesOf = <A>(
  rows: ReadonlyArray<Row<A>>,
  missOf: (row: Row<A>) => ReturnType<Case['missOf']>
): ReadonlyArray<Case> => rows.map((row) => ({ row, missOf: () => missOf(row) }))

/** A response as text, as a log has it. */
export const textOf = ({ body }: Response): string => (typeof body === 'string' ? body : JSON.stringify(body))

const missInText = ({ label }: Row<Response>): string | undefined => {
  const holds = label.truth.secret === true
  if (isChanged(textOf(label)) === holds) return undefined
  return holds ? 'leaks' : 'changed'
}

const missInForm = (row: Row<Form>): string | undefined => {
  const { share, isExact } = shareFound(row)
  if (share === 0) return 'leaks'
  return share < 1 ? 'leaks at times' : isExact ? undefined : 'takes more'
}

/** By the name that they have in known-misses.json. */
export const CORPORA: Readonly<Record<string, ReadonlyArray<Case>>> = {
  'failures where the codec refuses': casesOf(responses, ({ label }) => whereRefused(label)),
  'failures where the codec accepts': casesOf(responses, ({ label }) => whereAccepted(label)),
  reports: casesOf(
    responses.filter(({ label }) => tellsOfRefusal(label)),
    ({ label }) => asReport(label)
  ),
  pages: casesOf(listings, ({ label }) => missIn(label)),
  secrets: casesOf(forms, missInForm),
  'texts without secrets': casesOf(responses, missInText)
}
