/** JSON: read strictly, diagnosed where it is broken, salvaged, and written canonically. */
export { canonicalJson, canonicalText, sortedJson } from './canonical.js'
export { type RepairedData, mendData } from './coerce-data.js'
export { changedFields } from './data-path.js'
export { diagnoseJson, leadingData } from './diagnose.js'
export { firstPart } from './first-part.js'
<<<<<<< HEAD
=======
export { leadingData } from './leading.js'
export { markupAt } from './markup.js'
>>>>>>> 78faed7b (audit: double effects first, what the model was given, what it cost, and what to do)
export { dataOf, decodeUtf8, parseJsonText } from './read.js'
export { type JsonPlace } from './place.js'
export { wholeElements } from './salvage.js'
export { type JsonVisitor, type OpenToken, type Scan, type ValueKind, scanJson } from './scan.js'
export { afterMark } from './tokens.js'
export { type UnsafeNumber, visitUnsafeNumbers } from './unsafe-integers.js'
