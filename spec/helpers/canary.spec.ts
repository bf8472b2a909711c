import { expect } from 'chai'
import { CANARIES, takeLeaks, watchOutput, watchShown } from './canary.js'

describe('the canary watch', () => {
  it('finds a canary in what is shown, and in nothing else', () => {
    watchShown('an error', { detail: `Bearer ${CANARIES[0]}` })
    watchShown('an error', { detail: 'all well' })
    watchShown('an error', undefined)
    expect(takeLeaks()).to.have.length(1)
    expect(takeLeaks()).to.deep.equal([])
  })

  it('finds a canary in what is printed', () => {
    const { write } = process.stderr
    const printed: Array<unknown> = []
    process.stderr.write = ((chunk: unknown) => printed.push(chunk) > 0) as typeof process.stderr.write
    const stop = watchOutput()
    process.stderr.write(`token ${CANARIES[1]}`)
    process.stderr.write(Buffer.from('nothing'))
    stop()
    process.stderr.write = write
    expect(takeLeaks()).to.have.length(1)
    expect(printed).to.have.length(2)
  })
})
