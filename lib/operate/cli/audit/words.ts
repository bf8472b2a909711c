/** The wording of an audit, in the terminal and in the report. */
import type { Audit } from '../../audit/audit.js'
import { count } from '../../../core/errors/index.js'
import type { BrokenReason } from './findings.js'

export const REASONS: Readonly<Record<BrokenReason, string>> = {
  cut: 'ends inside a value',
  not_json: 'is not JSON',
  not_text: 'is not UTF-8 text',
  too_deep: 'is nested too deep',
  too_large: 'is too large',
  not_a_transcript: 'holds no transcript',
  not_this_format: 'holds nothing of the format that --format names',
  several_transcripts: 'holds transcripts at several places; --path names one',
  calls_in_blocks: 'keeps its calls in prose, as blocks of ```bash (mini-swe-agent does): they are not read',
  calls_in_lines: 'keeps its calls in prose, as lines of `Action:` (ReAct does): they are not read',
  torn_gzip: 'is where the compressed data end or break'
}

/** `a 3, b 1`, without zero counts. */
export const listCounts = (counts: Readonly<Record<string, number | undefined>>): string =>
  Object.entries(counts)
    .filter(([, n]) => n !== undefined && n > 0)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ')

export const repeatsOf = ({ repeats: { unchanged, rechecked, changed, unknown } }: Audit): string =>
  listCounts({ unchanged, 'after a write': rechecked, 'had changed': changed, 'not known': unknown })

/** The last line: how many calls a guard would have refused, and how many of them brought nothing new. */
export const auditVerdict = ({ calls, refusable }: Audit): string => {
  if (refusable.calls === 0) return `A guard would have let all ${count(calls, 'call')} through.`
  const news = refusable.calls - refusable.unchanged
  const parts = [
    ...(refusable.unchanged > 0
      ? [`${refusable.unchanged} brought nothing new (about ${refusable.tokens} tokens)`]
      : []),
    ...(news > 0 ? [`${news} had another result, or none`] : [])
  ]
  return `A guard would have refused ${refusable.calls} of ${count(calls, 'call')}: ${parts.join(', ')}.`
}

/** How tokens are estimated, and the limit of the estimate. */
export const TOKENS =
  'Tokens: the characters of the call and its result, divided by four. Only the config states the effects of tools.'
