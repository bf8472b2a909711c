/** JSON: read strictly, diagnosed where it is broken, salvaged, and written canonically. */
export { canonicalJson, canonicalText, sortedJson } from './canonical.js'
export { type RepairedData, mendData } from './coerce-data.js'
export { changedFields } from './data-path.js'
export { diagnoseJson } from './diagnose.js'
export { firstPart } from './first-part.js'
export { leadingData } from './leading.js'
export { dataOf, decodeUtf8, parseJsonText } from './read.js'
export { wholeElements } from './salvage.js'
export { type OpenToken, type Scan, scanJson } from './scan.js'
export {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  CUT,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  type TokenEnd,
  afterMark,
  literalEnd,
  numberEnd,
  skipWhite,
  startsNumber,
  stringEnd
} from './tokens.js'
export { type UnsafeNumber, visitUnsafeNumbers } from './unsafe-integers.js'
