/** Reads the signs of further pages, and how to request the next one. */
export { addressOfPage, byAddress, isPagingArgument, mayMove } from './arguments.js'
export { type FindPages, type Pages, findPages } from './find-pages.js'
export { listingOf } from './listing.js'
export { cursorParameter } from './moves.js'
export {
  isBareName,
  isBareSize,
  isCursorName,
  isEmptyCursor,
  isOffsetName,
  isPageName,
  isSame,
  isSizeName,
  mayNumberPages,
  turnsBack,
  wholeNumber
} from './words.js'
