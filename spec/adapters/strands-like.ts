/** The classes of the SDK of Strands that the adapter uses. */

export class TextBlock {
  readonly type = 'textBlock'
  constructor(readonly text: string) {}
}

export class JsonBlock {
  readonly type = 'jsonBlock'
  readonly json: unknown
  constructor({ json }: { readonly json: unknown }) {
    this.json = json
  }
}

export class ToolResultBlock {
  readonly type = 'toolResultBlock'
  readonly toolUseId: string
  readonly status: 'success' | 'error'
  readonly content: ReadonlyArray<TextBlock | JsonBlock | { readonly type: 'imageBlock'; readonly image?: string }>
  readonly error?: unknown
  constructor(data: Omit<ToolResultBlock, 'type'>) {
    this.toolUseId = data.toolUseId
    this.status = data.status
    this.content = data.content
    if (data.error !== undefined) this.error = data.error
  }
}
