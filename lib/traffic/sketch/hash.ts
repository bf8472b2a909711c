/** A fast hash of 53 bits: spreads texts evenly, and each text always to the same number. It protects no secret. */

/** cyrb53, from 0 up to 2^53. */
export const hashText = (text: string): number => {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = Math.imul(a ^ c, 2_654_435_761)
    b = Math.imul(b ^ c, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0)
}
