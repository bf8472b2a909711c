/**
 * `guarded-call/testing`: tools that misbehave, answers that are cut, and a scripted model, for the specs of whoever
 * guards tools.
 */
export {
  cutAt,
  cutEverywhere,
  fine,
  htmlPage,
  lostAnswer,
  misbehaving,
  rateLimited,
  slow,
  stale,
  throws,
  wrongEntity,
  type Behaviour,
  type MisbehavingTool
} from './misbehaving.js'
export { scriptedModel, type ScriptedCall, type ScriptedReading, type ScriptedStep } from './scripted-model.js'
