/** What names, codes and statuses of others mean. */
export { sqliteCode, stateOfDriver, stateOfMongo } from './driver-codes.js'
export { GRPC } from './grpc.js'
export { BROKEN_OFF, CODES_IN_WORDS, NEVER_SENT, NO_ANSWER, isDistrust, isNetworkCode } from './network-codes.js'
export { plainName, wordSet } from './names.js'
export { type SqlCode, codeOfState, hintOfState, isAboutStatement, wordsOfState } from './sqlstate.js'
export { codeOfStatus, isRefusingStatus, namesReason } from './statuses.js'
export { COUNTED_AS, type ToolKind, isPolled, isRepeatable, kindOf, returnsText, namedWords } from './verbs.js'
export { isFreshName, isRemark, isWording } from './wording.js'
