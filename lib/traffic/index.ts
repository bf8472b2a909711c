/** `guarded-call/traffic`: records calls, and runs codecs against what was recorded. */
export { recorder, type RecorderOptions } from './record/recorder.js'
export type { Recorder, RecorderStats } from './record/disk-recorder.js'
export { TrafficRecord, type RecordedAnswer } from './record/traffic-record.js'
export type { CallRecorder, SettledCall } from '../guard/call-recorder.js'
export { observer, type ObservedCall } from './observe.js'
export type { AnyJudgedTool, JudgedTool } from './judged-tool.js'
export { readRecords, type BadLine, type ReadOptions, type ReadProgress, type RecordSource } from './read/read-records.js'
