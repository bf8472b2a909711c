/** `guarded-call/http`: a tool that makes one HTTP request a call. */
export { httpTool, type HttpToolOptions } from './http-tool.js'
export type { AllowOrigins } from './network-policy.js'
export type { HttpMethod, HttpRequest } from './request.js'
export { retryBudget, type RetryBudget, type RetryBudgetOptions, type RetryLease } from './retry-budget.js'
