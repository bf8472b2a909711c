/** Messages of LangChain: dictionaries, the stored form and the serialized form. */
import { type Fields, isFields } from '../../../core/foreign/index.js'
import { wordSet } from '../../../core/signs/index.js'
import { stringOf } from '../../../history/content.js'
import { signOf } from '../../../history/formats.js'
import type { TranscriptFormat } from './format.js'
import { providerFormat } from './provider-format.js'

const TYPES: ReadonlySet<unknown> = wordSet('human ai system tool function chat developer remove constructor')

const isMessage = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  (TYPES.has(entry['type']) || stringOf(entry['type']).endsWith('Chunk') || typeof entry['role'] === 'string') &&
  ((signOf(entry) ?? 'langchain') === 'langchain' || TYPES.has(entry['type']))

export const langchainFormat: TranscriptFormat = providerFormat('langchain', { isMessage })
