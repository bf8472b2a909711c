/** `guarded-call/traffic`: records calls, and runs codecs against recordings. */
export { recorder, type RecorderOptions } from '../../traffic/recorder.js'
export type { Recorder, RecorderStats } from '../../traffic/disk-recorder.js'
export { TrafficRecord, type RecordedAnswer } from '../../traffic/traffic-record.js'
export type { CallRecorder, SettledCall } from '../../guard/kernel.js'
export { observer, type ObservedCall } from './observer.js'
export type { AnyJudgedTool, JudgedTool } from './judged-tool.js'
export {
  readRecords,
  type BadLine,
  type ReadRecordsOptions,
  type ReadProgress,
  type Records,
  type RecordSource
} from './read/read-records.js'
export { calibrate } from './calibrate.js'
export type {
  Calibration,
  Reason,
  RejectionGroup,
  ToolCalibration,
  TrafficSpan,
  RejectionVerdict
} from './calibration.js'
export { changeCodec, type Change, type Extra } from './change.js'
export type { PlaceStep } from './place.js'
export type { Suggestion } from './suggest.js'
export type { Symptom } from './symptom.js'
export { inferCodecs, type InferredModule, type InferOptions, type InferredCodec } from './infer/infer.js'
export { Baseline, driftOf, type Drift, type DriftChange, type Share, type ToolDrift } from './drift.js'
