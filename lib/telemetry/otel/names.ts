/**
 * The names of spans, metrics and attributes. The `gen_ai` names follow OpenTelemetry's conventions for generative AI,
 * which are still in development.
 */

/** Of tracers and meters. */
export const SCOPE = 'guarded-call'
/** The latest release of the conventions that includes generative AI. */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.41.0'

export const OPERATION = 'gen_ai.operation.name'
export const TOOL_NAME = 'gen_ai.tool.name'
export const TOOL_TYPE = 'gen_ai.tool.type'
export const TOOL_DESCRIPTION = 'gen_ai.tool.description'
export const CALL_ID = 'gen_ai.tool.call.id'
export const CALL_ARGUMENTS = 'gen_ai.tool.call.arguments'
export const CALL_RESULT = 'gen_ai.tool.call.result'
export const CONVERSATION_ID = 'gen_ai.conversation.id'
export const ERROR_TYPE = 'error.type'
export const EXCEPTION = 'exception'
export const EXCEPTION_TYPE = 'exception.type'
export const EXCEPTION_MESSAGE = 'exception.message'
export const MCP_METHOD = 'mcp.method.name'
export const MCP_PROTOCOL_VERSION = 'mcp.protocol.version'
export const MCP_SESSION_ID = 'mcp.session.id'
export const REQUEST_ID = 'jsonrpc.request.id'
export const STATUS_CODE = 'rpc.response.status_code'
export const NETWORK_TRANSPORT = 'network.transport'
export const DURATION = 'gen_ai.execute_tool.duration'

/** The operation of every guarded call. */
export const EXECUTE_TOOL = 'execute_tool'

export const TURN_ID = 'guarded_call.turn.id'
export const EFFECT = 'guarded_call.effect'
export const OUTCOME = 'guarded_call.outcome'
export const CODE = 'guarded_call.code'
export const CALL_EXECUTED = 'guarded_call.executed'
export const OPERATION_ID = 'guarded_call.operation.id'
export const REPLAYED = 'guarded_call.replayed'
export const RETRY_KIND = 'guarded_call.retry.kind'

export const CALLS = 'guarded_call.calls'
export const REFUSALS = 'guarded_call.refusals'
export const SALVAGES = 'guarded_call.salvages'
export const RETRIES = 'guarded_call.retries'
export const UNSETTLED = 'guarded_call.unsettled'
export const UNKNOWN_OUTCOMES = 'guarded_call.unknown_outcomes'
export const OLDEST_UNKNOWN = 'guarded_call.oldest_unknown'
export const CONTRADICTED = 'guarded_call.contradicted'
export const DEGRADED = 'guarded_call.budget_degraded'
