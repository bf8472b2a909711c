/** Every form of transcripts is read to the same counts, and a damaged one to none that is wrong. */
import { expect } from 'chai'
import { share } from '../../../helpers/runs.js'
import { openFolder, type Folder } from '../../cli/command.js'
import { answersOf, FORMS, type Form } from './forms.js'
import { STORY, TRUTH, type StoryCall } from './story.js'

interface Totals {
  readonly formats: Readonly<Record<string, number>>
  readonly calls: number
  readonly unreadable: number
  readonly repeats: { readonly unchanged: number; readonly changed: number; readonly unknown: number }
  readonly given: { readonly cut: number; readonly failed: number }
  readonly unanswered: number
  readonly orphaned: number
  readonly refusable: { readonly calls: number; readonly unchanged: number }
  readonly brokenLines: number
}

interface Shown {
  readonly code: number | null
  readonly total: Totals
}

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

// -- damage: to one call, to all, to words, to the text

type Damage = readonly [what: string, write: (form: Form) => string | Uint8Array]

const REPEAT = 1

const toOne =
  (change: Partial<StoryCall>) =>
  ({ write }: Form): string =>
    write(STORY.map((call, at) => (at === REPEAT ? { ...call, ...change } : call)))
const toAll =
  (change: Partial<StoryCall>) =>
  ({ write }: Form): string =>
    write(STORY.map((call) => ({ ...call, ...change })))
const toText =
  (change: (text: string) => string) =>
  ({ write }: Form): string =>
    change(write(STORY))

const middleOf = (text: string): number => text.indexOf('get_order', text.length / 3) + 4

const DAMAGES: ReadonlyArray<Damage> = [
  ['a call without a name', toOne({ name: undefined })],
  ['a name that is null', toOne({ name: null })],
  ['a name that is a number', toOne({ name: 7 })],
  ['an empty name', toOne({ name: '' })],
  ['a call without arguments', toOne({ args: undefined })],
  ['arguments that are null', toOne({ args: null })],
  ['arguments that were cut', toOne({ args: '{"id":' })],
  ['arguments that are a number', toOne({ args: 7 })],
  ['no call with a name', toAll({ name: undefined })],
  ['no call with arguments', toAll({ args: undefined })],
  ['arguments that are a list', toAll({ args: '[1]' })],
  ['no answers', toAll({ answer: null })],
  ['a cut in the middle', toText((text) => text.slice(0, middleOf(text)))],
  ['a cut before the end', toText((text) => text.trimEnd().slice(0, -1))],
  ['a lost beginning', toText((text) => text.slice(3))],
  ['quotes of another kind', toText((text) => text.replaceAll('"', "'"))],
  [
    'bytes that are no text',
    ({ write }) => Buffer.concat([Buffer.from(write(STORY)), Buffer.from([0xff, 0xfe, 0x0a])])
  ],
  ['no text at all', () => ''],
  ['a page of the web', () => '<!DOCTYPE html><title>502</title><h1>Bad gateway</h1>'],
  ['a line of prose within', toText((text) => text.replace(/\n/, '\noops\n'))]
]

const wordsLost = (form: Form): ReadonlyArray<Damage> =>
  form.words.map((word) => [
    `${word} written in another way`,
    ({ write }) => write(STORY).replaceAll(word, `"x${word.slice(1)}`)
  ])

/** Whether an audit says itself that it has not read all. */
const admits = ({ code, total }: Shown): boolean =>
  code !== 0 || total.unreadable + total.brokenLines + total.orphaned > 0 || total.unanswered > TRUTH.unanswered

describe('transcripts as they are stored', () => {
  let folder: Folder
  before(() => {
    folder = openFolder()
  })
  after(() => folder.remove())

  const audit = async (content: string | Uint8Array, ...flags: ReadonlyArray<string>): Promise<Shown> => {
    const { code, stdout } = await folder.run(['audit', folder.write('t', content), '--json', ...flags])
    return { code, total: (JSON.parse(stdout) as { readonly total: Totals }).total }
  }

  for (const form of FORMS) {
    describe(`${form.name} (${form.origin})`, () => {
      it('is read to the right counts', async () => {
        const text = form.write(STORY)
        // Requests that go on repeat what came before: what they hold is counted by hand.
        if (form.call.source !== 'zero')
          expect([count(text, form.call), count(text, form.answer)]).deep.equal([STORY.length, answersOf(STORY)])
        const { code, total } = await audit(text)
        expect({ code, ...total }).to.deep.include({ code: 0, formats: { [form.format]: 1 }, ...TRUTH })
        expect((await audit(text, '--format', form.format)).total).to.deep.equal(total)
      })

      it('is never read to a wrong number when it is damaged', async () => {
        const damages = [...DAMAGES, ...wordsLost(form)]
        expect(damages.length).to.be.at.least(20)
        const wrong: Array<string> = []
        for (const [what, write] of share(damages)) {
          const shown = await audit(write(form))
          const { total } = shown
          const { cut, failed } = total.given
          const isMore =
            total.calls > TRUTH.calls ||
            total.repeats.unchanged > TRUTH.repeats.unchanged ||
            total.repeats.changed > TRUTH.repeats.changed ||
            cut > TRUTH.given.cut ||
            failed > TRUTH.given.failed ||
            total.refusable.unchanged > 0
          const isRight =
            total.calls === TRUTH.calls &&
            total.repeats.unchanged === TRUTH.repeats.unchanged &&
            total.repeats.changed === TRUTH.repeats.changed &&
            cut + failed === 2
          if (isMore || !(admits(shown) || isRight)) wrong.push(`${what}: ${JSON.stringify({ ...shown, total })}`)
        }
        expect(wrong).to.deep.equal([])
      })
    })
  }
})
