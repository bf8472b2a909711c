/** `guarded-call/adapter`: the parts that adapters are made of, and the requirements for one of your own. */

// -- the adapter
export {
  defineAdapter,
  type AdapterOf,
  type DefineTool,
  type GuardedRun,
  type GuardTools
} from '../toolset/define-adapter.js'
export { argumentsFirst, expectForm, otherForm, supported, type CallForm } from '../toolset/call-form.js'
export type { Framework, ClassifiedResponse } from '../toolset/framework.js'
export type { GuardToolsOptions, RunOptions, RulesOf, ToolRule, TurnSource } from '../toolset/adapter-options.js'

// -- calls, where `defineAdapter` does not fit
export { ControlReturn } from '../toolset/control.js'
export { inPlace, type Guarded, type GuardedTool, type Invocation } from '../toolset/in-place.js'
export { replaceMethod } from '../toolset/replaced-method.js'
export { guardsByName } from '../toolset/guards-by-name.js'
export { openCalls, unknownTool, type ModelCall, type NamedCall } from '../toolset/model-call.js'
export {
  definitionOf,
  definitionsIn,
  definitionsOf,
  type CheckedCall,
  type ToolDefinition,
  type Toolset
} from '../toolset/toolset.js'
export { resultsOf } from '../toolset/answer-handles.js'
export { explainedBy, parseArguments, type ParsedArguments } from '../toolset/arguments-text.js'
export { acceptingSchema } from '../toolset/accepting-schema.js'
export { pageOfCallAgain, type PageAgain } from '../toolset/page-again.js'
export { expectNames, type OutputsOf } from '../toolset/rules.js'
export type { Decoded, ResultOf, Untyped } from '../toolset/tool-types.js'

// -- what tools declare, and how they get their arguments
export { aiSdkSchemas } from '../toolset/ai-sdk-schemas.js'
export { declaring, type DeclaredSchemas } from '../toolset/declared.js'
export { takenParameters } from '../toolset/function-parameters.js'
export { filledByParser, parsedBy, RawArguments, rawInput } from '../toolset/parsing.js'
export { copyWith } from '../toolset/copy.js'

// -- what they answer
export { forModelOf, type ForModel } from '../toolset/for-model.js'
export { dataItself, ThrownFailure } from '../toolset/framework.js'
export { blocksBeside, withBlocks } from '../toolset/beside-words.js'
export { contentText, isTextBlock, classifyContent } from '../toolset/content.js'
export {
  annotated,
  errorResult,
  isCallToolResult,
  mcpResultOf,
  asCallToolResult,
  classifyAnswer,
  classifyResult,
  type AnnotationsLike,
  type CallToolResultLike
} from '../toolset/mcp-result.js'
export { isRefusedByServer, REFUSED_BY_SERVER, refusalOfWords } from '../toolset/mcp-refusals.js'
export { ownAnswer, ownFailure, type OwnFailure, type RefusalCode } from '../toolset/own-failure.js'
export { parsedBySchema, refusedAnswer, refusedArguments, refusedBySchema } from '../toolset/refusals.js'
export { Parts } from '../toolset/parts.js'
export {
  throwError,
  ToolCallError,
  withToolError,
  type Answer,
  type FailedReply,
  type Page,
  type ToolReply
} from '../toolset/answer.js'

// -- details of your own
export { formatPath, type Path } from '../core/errors/index.js'
export { redactor, type Redact, type RedactOptions } from '../core/redact/index.js'

// -- the requirements
export type { ConformanceCase } from '../stores/conformance/case.js'
export { adapterConformance } from './conformance/adapter-conformance.js'
export type {
  AdapterUnderTest,
  AskedCall,
  CallsUnderTest,
  DefinedTool,
  PicturesUnderTest,
  PlainRun,
  ReplyToModel,
  RunWith,
  ToolsUnderTest
} from './conformance/under-test.js'
