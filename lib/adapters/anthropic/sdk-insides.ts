/**
 * Where this adapter depends on how Anthropic's SDK works inside. There is no public way: the SDK is never imported
 * here. A spec in spec/sdk/src/insides holds it against the installed SDK.
 */

/**
 * Whether a tool of the runner threw the SDK's own error for what the model is meant to read; its class is known by its
 * name. Last seen with `@anthropic-ai/sdk` 1.12.0.
 */
export const isToolError = (thrown: unknown): thrown is { readonly content: unknown } =>
  thrown instanceof Error && thrown.name === 'ToolError' && 'content' in thrown
