/**
 * Where this adapter depends on how the Strands Agents SDK works inside. There is no public way: the SDK is never
 * imported here. A spec in spec/sdk/src/insides holds each of them against the installed SDK.
 */

/**
 * The schema by which a tool made with zod checks its input; undefined where it takes none, for which the SDK puts
 * `z.void()`. Last seen with `@strands-agents/sdk` 1.19.0.
 */
export const inputSchemaOf = (tool: object): unknown => {
  const schema = (tool as { readonly _inputSchema?: { readonly _zod?: { readonly def?: { readonly type?: string } } } })
    ._inputSchema
  return schema?._zod?.def?.type === 'void' ? undefined : schema
}

/**
 * Whether a tool stopped its agent by `interrupt()`: it is called again with what somebody answered. The SDK's class of
 * this error is never imported here, and is known by its name. Last seen with `@strands-agents/sdk` 1.19.0.
 */
export const isInterrupt = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'InterruptError'
