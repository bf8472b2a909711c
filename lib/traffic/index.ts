/** `guarded-call/traffic`: records calls, and runs codecs against what was recorded. */
export { recorder, type RecorderOptions } from './record/recorder.js'
export type { Recorder, RecorderStats } from './record/disk-recorder.js'
export { TrafficRecord, type RecordedAnswer } from './record/traffic-record.js'
export type { CallRecorder, SettledCall } from '../guard/kernel.js'
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
export { calibrate } from './calibrate/calibrate.js'
export type {
  Calibration,
  Reason,
  RejectionGroup,
  ToolCalibration,
  TrafficSpan,
  RejectionVerdict
} from './calibrate/calibration.js'
export { changeCodec, type Change, type Extra } from './calibrate/change.js'
export type { PlaceStep } from './calibrate/place.js'
export type { Suggestion } from './calibrate/suggest.js'
export type { Symptom } from './calibrate/symptom.js'
export { inferCodecs, type InferredModule, type InferOptions, type InferredCodec } from './infer/infer.js'
export { Baseline, driftOf, type Drift, type DriftChange, type Share, type ToolDrift } from './drift.js'
