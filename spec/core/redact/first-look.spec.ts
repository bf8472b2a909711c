import { expect } from 'chai'
import { redactText, TOKENS_BY_FORM, TOKENS_BY_SIGN, variantsOf } from '#core/redact'
import { filled, forms } from '../../corpora/secrets.js'
import { randomOf } from '../../helpers/random.js'
import { sampleOf } from './token-samples.js'

const OTHERS = [
  'sqlplus ann/Kx2vLp7z@db',
  'expdp ann/Kx2vLp7z@db',
  'net user ann Kx2vLp7z',
  'net use Z Kx2vLp7z',
  'logged in with ann / Kx2vLp7z9',
  'enable md5 7 0822455D0A16',
  'rw community6 Kx2vLp7z',
  'postgres%3A%2F%2Fann%3Akv3xT8%40host'
]

// Of a text with a colon, it never says that nothing is in it.
const seen = (text: string): string => redactText(`at : ${text}`).slice('at : '.length)

describe('the first look at a text, which tells that no secret is in it', () => {
  it('is right where nothing but a form of one stands in it', () => {
    const texts = forms
      .filter(({ label }) => label.kind !== 'name')
      .map(({ id, label }) => filled(label.text, randomOf(id)).text)
    const missed = [...texts, ...OTHERS].filter((text) => redactText(text) === text && seen(text) !== text)
    expect(missed).to.deep.equal([])
  })

  it('is right where nothing but a token of a published form stands in it', () => {
    const tokens = variantsOf([...TOKENS_BY_SIGN, ...TOKENS_BY_FORM]).flatMap((line) => {
      const random = randomOf(line)
      return Array.from({ length: 20 }, () => sampleOf(line, random))
    })
    expect(tokens.filter((token) => redactText(token) === token && seen(token) !== token)).to.deep.equal([])
  })
})
