/** The page: reads what is typed, judges it, and shows what the model would read. */
import * as E from 'fp-ts/lib/Either.js'
import { readOfBig, readOfRepeats, readOfThrown } from './cases.js'
import { codecOf, type Codec, type Language } from './codec-of.js'
import { judgeBytes, type Judgement, type Mark } from './judgement.js'
import { linkOf, readLink } from './link.js'
import { SAMPLES, type Sample } from './samples.js'

// -- the page's parts

const part = <Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new TypeError(`The page has no #${id}.`)
  return found
}

const sample = part('sample', HTMLSelectElement)
const answer = part('answer', HTMLTextAreaElement)
const codecText = part('codec', HTMLTextAreaElement)
const codecProblem = part('codec-error', HTMLElement)
const options = part('options', HTMLDetailsElement)
const salvage = part('salvage', HTMLInputElement)
const salvageProblem = part('salvage-error', HTMLElement)
const morePages = part('more-pages', HTMLInputElement)
const cut = part('cut', HTMLInputElement)
const cutText = part('cut-text', HTMLElement)
const arrived = part('arrived', HTMLElement)
const markList = part('marks', HTMLElement)
const verdict = part('verdict', HTMLElement)
const modelText = part('model-text', HTMLElement)
const fields = part('fields', HTMLElement)
const message = part('message', HTMLTextAreaElement)
const errorCode = part('code', HTMLInputElement)
const write = part('write', HTMLInputElement)
const sameResponse = part('same', HTMLTextAreaElement)
const times = part('times', HTMLInputElement)
const result = part('result', HTMLTextAreaElement)
const over = part('over', HTMLInputElement)
const cases = [...document.querySelectorAll<HTMLInputElement>('input[name=case]')]
const languages = [...document.querySelectorAll<HTMLInputElement>('input[name=language]')]

const element = (tag: string, text: string, className = ''): HTMLElement => {
  const made = document.createElement(tag)
  made.textContent = text
  if (className !== '') made.className = className
  return made
}

// -- showing

/** Marks that do not overlap, in the order of the text: a place is marked once, however much is said of it. */
const apart = (marks: ReadonlyArray<Mark>): ReadonlyArray<readonly [Mark, number]> => {
  const ordered = marks
    .map((mark, i): readonly [Mark, number] => [mark, i + 1])
    .sort(([a], [b]) => a.start - b.start || b.end - a.end)
  let end = -1
  return ordered.filter(([mark]) => {
    if (mark.start < end) return false
    end = Math.max(mark.end, mark.start + 1)
    return true
  })
}

// Not the indentation: a struck space looks like a dash.
const struck = (text: string): ReadonlyArray<Node> =>
  text.split(/(?<=\n\s*)(?=\S)|(?=\n)/).map((piece) => element(piece.trim() === '' ? 'span' : 's', piece, 'gone'))

const showArrived = (whole: string, { arrived: text, marks }: Pick<Judgement, 'arrived' | 'marks'>): void => {
  const nodes: Array<Node | string> = []
  let at = 0
  for (const [{ start, end }, number] of apart(marks)) {
    const mark = element('mark', text.slice(start, end), start === end ? 'point' : '')
    mark.append(element('sup', String(number)))
    nodes.push(text.slice(at, start), mark)
    at = end
  }
  nodes.push(text.slice(at))
  const gone = whole.slice(text.length)
  if (gone !== '') nodes.push(element('span', ' (cut off: ', 'hidden'), ...struck(gone), element('span', ')', 'hidden'))
  arrived.replaceChildren(...nodes)
  markList.replaceChildren(...marks.map(({ says }) => element('li', says)))
}

const SENTENCES: Readonly<Record<Judgement['outcome'], string>> = {
  right: 'A payload that the codec validated.',
  schema_mismatch: 'What arrived is not what was promised.',
  partial_data: 'Not all of it arrived.',
  semantic_garbage: 'It arrived whole and does not fit this call.'
}

let pending: ReturnType<typeof setTimeout> | undefined

// A screen reader is told once the hand rests, not at each step of the slider.
const announce = (outcome: Judgement['outcome'], code: string): void => {
  clearTimeout(pending)
  const says = [
    element('strong', outcome === 'right' ? 'Right' : outcome),
    element('code', outcome === 'right' ? '' : code),
    element('span', SENTENCES[outcome])
  ]
  const same = verdict.textContent === says.map(({ textContent }) => textContent).join('')
  verdict.setAttribute('aria-busy', 'true')
  if (!same) verdict.replaceChildren(...says.filter(({ textContent }) => textContent !== ''))
  pending = setTimeout(() => verdict.setAttribute('aria-busy', 'false'), 300)
}

const showFields = (outcome: Judgement['outcome'], text: string): void => {
  const error = outcome === 'right' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>)
  fields.replaceChildren(
    ...['detail', 'hint'].flatMap((name) =>
      typeof error[name] === 'string' ? [element('dt', name), element('dd', error[name])] : []
    )
  )
}

const show = (whole: string, judgement: Judgement): void => {
  document.body.style.setProperty('--verdict', `var(--${judgement.outcome})`)
  showArrived(whole, judgement)
  modelText.textContent = judgement.modelText
  showFields(judgement.outcome, judgement.modelText)
  announce(judgement.outcome, judgement.code)
}

const showNothing = (whole: string, why: string): void => {
  document.body.style.setProperty('--verdict', 'var(--line)')
  showArrived(whole, { arrived: whole, marks: [] })
  modelText.textContent = ''
  fields.replaceChildren()
  verdict.replaceChildren(element('span', why))
}

// -- reading

const encoder = new TextEncoder()

const language = (): Language => (languages.find(({ checked }) => checked)?.value ?? 'io-ts') as Language

const say = (place: HTMLElement, field: HTMLElement, problem: string): void => {
  if (place.textContent !== problem) place.textContent = problem
  field.setAttribute('aria-invalid', String(problem !== ''))
}

let codec: E.Either<string, Codec> = E.left('')

const readCodec = (): void => {
  codec = codecOf(language(), codecText.value)
  say(codecProblem, codecText, E.isLeft(codec) ? codec.left : '')
}

/** Fits the slider to the answer; what was whole stays whole. */
const readAnswer = (): void => {
  const { length } = encoder.encode(answer.value)
  const wasWhole = cut.value === cut.max
  cut.max = String(length)
  if (wasWhole) cut.value = cut.max
}

const judgeResponse = (): void => {
  const whole = encoder.encode(answer.value)
  const bytes = whole.subarray(0, Number(cut.value))
  cutText.textContent = `${bytes.length} of ${whole.length} B`
  cut.setAttribute('aria-valuetext', `${bytes.length} of ${whole.length} bytes`)
  if (E.isLeft(codec)) return showNothing(answer.value, 'First repair the codec.')
  try {
    show(
      answer.value,
      judgeBytes({ codec: codec.right, bytes, salvage: salvage.value.trim(), morePages: morePages.checked })
    )
    say(salvageProblem, salvage, '')
  } catch (thrown) {
    say(salvageProblem, salvage, thrown instanceof Error ? thrown.message : String(thrown))
    showNothing(answer.value, 'First repair the options.')
  }
}

const CASES: Readonly<Record<string, () => Promise<string>>> = {
  thrown: () => readOfThrown({ message: message.value, code: errorCode.value.trim(), write: write.checked }),
  repeats: () => readOfRepeats(sameResponse.value, Math.min(Math.max(Number(times.value), 1), 30)),
  big: () => readOfBig(result.value, Math.max(Number(over.value), 500))
}

const chosenCase = (): string => cases.find(({ checked }) => checked)?.value ?? 'response'

const showRead = async (chosen: string, read: () => Promise<string>): Promise<void> => {
  const text = await read()
  if (chosenCase() !== chosen) return
  document.body.style.setProperty('--verdict', 'var(--line)')
  verdict.replaceChildren()
  fields.replaceChildren()
  modelText.textContent = text
}

const judgeNow = (): void => {
  const chosen = chosenCase()
  for (const [id, own] of [
    ['question', 'response'],
    ['arrival', 'response'],
    ...Object.keys(CASES).map((name) => [name, name] as const)
  ] as const)
    part(id, HTMLElement).hidden = own !== chosen
  const read = CASES[chosen]
  if (read === undefined) return judgeResponse()
  void showRead(chosen, read)
}

const codecIn = (chosen: Sample, wanted: Language): string | undefined => chosen.codecs[wanted]

const chosenSample = (): Sample => SAMPLES[Number(sample.value)] ?? SAMPLES[0]

const begin = (chosen: Sample): void => {
  answer.value = chosen.answer
  codecText.value = codecIn(chosen, chosen.language) ?? ''
  salvage.value = chosen.salvage ?? ''
  if (salvage.value !== '') options.open = true
  for (const radio of languages) radio.checked = radio.value === chosen.language
  readAnswer()
  cut.value = String(chosen.arrived ?? cut.max)
  readCodec()
  judgeNow()
}

/** A codec that nobody has changed is shown in the language that was chosen. */
const swapCodec = (): void => {
  const chosen = chosenSample()
  const swapped = codecIn(chosen, language())
  if (swapped !== undefined && Object.values(chosen.codecs).includes(codecText.value)) codecText.value = swapped
}

// -- listening

sample.replaceChildren(...SAMPLES.map(({ title }, i) => new Option(title, String(i))))
sample.addEventListener('change', () => begin(chosenSample()))
answer.addEventListener('input', () => {
  readAnswer()
  judgeNow()
})
for (const radio of languages) radio.addEventListener('input', swapCodec)
for (const field of [codecText, ...languages])
  field.addEventListener('input', () => {
    readCodec()
    judgeNow()
  })
for (const field of [cut, salvage, morePages, ...cases, message, errorCode, write, sameResponse, times, result, over])
  field.addEventListener('input', judgeNow)
for (const form of document.forms) form.addEventListener('submit', (event) => event.preventDefault())

const linkMade = part('link-made', HTMLElement)
part('link', HTMLButtonElement).addEventListener('click', () => {
  const link = linkOf()
  history.replaceState(null, '', link)
  void navigator.clipboard?.writeText(link).then(
    () => (linkMade.textContent = 'Copied.'),
    () => (linkMade.textContent = 'It stands in the address bar.')
  )
})

result.value = JSON.stringify(
  { orders: Array.from({ length: 60 }, (_, id) => ({ id, status: id === 41 ? 'failed' : 'paid' })) },
  undefined,
  1
)
begin(SAMPLES[0])
if (readLink()) {
  readAnswer()
  readCodec()
  judgeNow()
}
