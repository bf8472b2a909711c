/** The root: core, codec, guard. Neither got nor winston is loaded here. */
export { CODES, type ErrorClass } from './core/codes.js'
export {
  matchToolError, partialData, schemaMismatch, semanticGarbage, ToolError,
  type ErrorInput, type PartialData, type SchemaMismatch, type SemanticGarbage
} from './core/tool-error.js'
export { formatPath, type Issue, type IssueKind, type Path } from './core/issue.js'
export { toModelText, type ModelTextOptions } from './core/model-text.js'
export { failed, incomplete, type CallContext, type Executed, type Tool } from './guard/tool.js'
