/** Recognizes XML that reports a failure: an error of S3, a fault of SOAP, an error of OAI-PMH. */
import type { FailureCode } from '../errors/codes.js'
import { asIs, withoutMarkup } from '../redact/seen-text.js'
import { codeOfWords } from './words.js'

const ROOT = /^\ufeff?\s*(?:<\?[^>]*\?>\s*|<!DOCTYPE[^>[]{0,400}>\s*|<!--(?:(?!-->)[^]){0,400}-->\s*)*<(?:\w+:)?(\w+)/
const ERROR_ROOT = /^(?:\w*Error(?:Response|s)?|error|errors|Fault|fault|\w*ExceptionReport|exception)$/

const NEAR = 4_000

const textOf = (xml: string, names: string): string => {
  const found = new RegExp(`<(?:\\w+:)?(?:${names})(?:\\s[^>]*)?>([^<]{1,600})<`, 'i').exec(xml)
  return withoutMarkup(asIs(found?.[1] ?? '')).text.trim()
}

/** The failure that an XML text reports, if any. */
export const failureInMarkup = (text: string): { readonly code: FailureCode; readonly says: string } | undefined => {
  const near = text.slice(0, NEAR)
  const root = ROOT.exec(near)?.[1]
  if (root === undefined) return undefined
  const isError =
    (ERROR_ROOT.test(root) && near.length < NEAR) ||
    (root === 'Envelope' && /<(?:\w+:)?Fault[\s>]/.test(near)) ||
    (root === 'Envelope' && /<(?:\w+:)?Status>\s*(?:ERROR|FAILED|FAILURE)\s*</i.test(near)) ||
    // The E-utilities of NCBI.
    (root.endsWith('Result') && /<\w+Result>\s*<ERROR>[^<]/.test(near)) ||
    // OAI-PMH: a word ends before the hyphen.
    (root === 'OAI' && /<error[\s>]/.test(near))
  if (!isError) return undefined
  const code = textOf(near, 'Code|faultcode') || (/<error code="(\w{1,60})"/.exec(near)?.[1] ?? '')
  const says = textOf(near, 'Message|faultstring|Reason|Text|error|description|detail') || code
  return { code: codeOfWords(code) ?? codeOfWords(says) ?? 'error_in_body', says }
}
