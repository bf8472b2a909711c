/** A repaired history has the SDK's own type, whatever SDK it is of; nothing of this file runs. */
import type { MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { BaseMessage } from '@langchain/core/messages'
import type { ModelMessage } from 'ai'
import type { ModelMessage as ModelMessage7 } from 'ai-7'
import { repairHistory, type Repair } from 'guarded-call'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { ResponseInput } from 'openai/resources/responses/responses'

declare const chat: ReadonlyArray<ChatCompletionMessageParam>
declare const responses: ResponseInput
declare const anthropic: Array<MessageParam>
declare const aiSdk: Array<ModelMessage>
declare const aiSdk7: Array<ModelMessage7>
declare const langchain: Array<BaseMessage>

export const repairedChat: ReadonlyArray<ChatCompletionMessageParam> = repairHistory('openai', chat).messages
export const repairedResponses: ResponseInput = repairHistory('openai-responses', responses).messages
export const repairedAnthropic: Array<MessageParam> = repairHistory('anthropic', anthropic).messages
export const repairedAiSdk: Array<ModelMessage> = repairHistory('ai-sdk', aiSdk).messages
export const repairedAiSdk7: Array<ModelMessage7> = repairHistory('ai-sdk', aiSdk7).messages
export const repairedLangchain: Array<BaseMessage> = repairHistory('langchain', langchain).messages
export const repairs: ReadonlyArray<Repair> = repairHistory('openai', chat).repairs
