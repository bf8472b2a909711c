/** Errors for a model: their codes, issues and texts. */
export { argumentLine, dottedPath } from './argument-line.js'
export {
  AS_THE_TOOL_SAYS,
  CLASS_HINTS,
  CODES,
  CODE_HINTS,
  type Code,
  EXECUTED,
  type ErrorClass,
  type FailureCode,
  type Hint,
  MAY_HAVE_RUN,
  OUT_OF_REACH,
  UNNAMED_ARGUMENTS,
  UNREADABLE_ARGUMENTS,
  hintOnRepeat,
  codesOfStage,
  isDefaultHint,
  levelOf,
  onRepeat
} from './codes.js'
export {
  type Issue,
  type IssueKind,
  type Path,
  declaredIn,
  describeIssue,
  formatPath,
  isIdentifier,
  issueSentence,
  looksLikeName,
  printableKey,
  receivedText,
  renderSteps,
  typeName
} from './issue.js'
export { type HiddenTextWay, withoutHidden } from './hidden.js'
export { type ModelText, type ModelTextOptions, expectTextWords, toModelText, writeForModel } from './model-text.js'
export { isSlipOf, isSpelledLike, nearestFinder } from './nearest.js'
export { plainSentence } from './plain-sentence.js'
export { inWordsOf, quotable, quote, withQuote } from './quote.js'
export { alike, count, cut, inLine, oneLine, visible } from './text.js'
export type { SmallerCall } from './too-long.js'
export {
  type ErrorInput,
  MAX_DETAIL,
  MAX_HINT,
  type NextMove,
  type PartialData,
  type SchemaMismatch,
  type SemanticGarbage,
  ToolError,
  asMade,
  errorFrom,
  errorOfCode,
  fixedError,
  isMade,
  partialData,
  sayingNoData,
  schemaMismatch,
  semanticGarbage,
  toToolError
} from './tool-error.js'
