/**
 * `guarded-call/results`: results that are too long for a model become handles, and one tool reads any part of them.
 */
export { resultHandles, type KeptResults, type ReadResult, type ResultHandlesOptions } from './handles.js'
export type { NumberedElement, ResultHandle } from './preview.js'
export type { ResultQuery } from './query.js'
export { folderResultStore, type FolderResultStoreOptions } from './folder-store.js'
export { memoryResultStore } from './memory-store.js'
export type { ResultHandles, ResultStore } from '../core/calls/index.js'
