/** The ways in which histories break in real systems, each as a change of a story at a random place. */
import * as fc from 'fast-check'
import type { CallPiece, Piece, ResultForm, Story } from './story.js'

/** Random numbers that choose where, and what. */
type Dice = readonly [number, number, number]
type Break = (story: Story, dice: Dice) => Story

type Model = Extract<Piece, { kind: 'model' }>
type ResultPiece = Extract<Piece, { kind: 'result' }>

const places = (story: Story, test: (piece: Piece) => boolean): ReadonlyArray<number> =>
  story.flatMap((piece, at) => (test(piece) ? [at] : []))
const isResult = (piece: Piece): piece is ResultPiece => piece.kind === 'result'
const isModel = (piece: Piece): piece is Model => piece.kind === 'model'
const isCaller = (piece: Piece): boolean => isModel(piece) && piece.calls.length > 0

const insert = (story: Story, at: number, ...pieces: Story): Story => [
  ...story.slice(0, at),
  ...pieces,
  ...story.slice(at)
]
const remove = (story: Story, at: number): Story => story.filter((_piece, place) => place !== at)
const replace = (story: Story, at: number, piece: Piece): Story =>
  story.map((old, place) => (place === at ? piece : old))

/** Does something at one of the places that a test finds; nothing where there is none. */
const at =
  (test: (piece: Piece) => boolean, change: (story: Story, place: number, dice: Dice) => Story): Break =>
  (story, dice) => {
    const found = places(story, test)
    const place = found[dice[0] % Math.max(1, found.length)]
    return place === undefined ? story : change(story, place, dice)
  }

const atResult = (change: (result: ResultPiece, dice: Dice) => Piece): Break =>
  at(isResult, (story, place, dice) => replace(story, place, change(story[place] as ResultPiece, dice)))

const atModel = (test: (piece: Piece) => boolean, change: (model: Model, dice: Dice) => Piece): Break =>
  at(
    (piece) => isModel(piece) && test(piece),
    (story, place, dice) => replace(story, place, change(story[place] as Model, dice))
  )

const atCall = (change: (call: CallPiece, dice: Dice) => CallPiece): Break =>
  atModel(isCaller, (model, dice) => {
    const slot = dice[1] % model.calls.length
    return { ...model, calls: model.calls.map((call, n) => (n === slot ? change(call, dice) : call)) }
  })

const ODD_IDS: ReadonlyArray<unknown> = [
  '',
  undefined,
  null,
  ' ',
  'call.with:odd/chars',
  ' call_1 ',
  'ünïcode',
  'x'.repeat(70),
  7,
  'call_1',
  'call_2'
]
const odd = (dice: Dice): unknown => ODD_IDS[dice[2] % ODD_IDS.length]

const renameBoth: Break = at(isCaller, (story, place, dice) => {
  const { calls } = story[place] as Model
  const old = calls[dice[1] % calls.length]?.id
  return story.map((piece): Piece => {
    if (isResult(piece) && piece.id === old) return { ...piece, id: odd(dice) }
    return isModel(piece)
      ? { ...piece, calls: piece.calls.map((call) => (call.id === old ? { ...call, id: odd(dice) } : call)) }
      : piece
  })
})

const ODD_NAMES = ['', 'functions.search orders', 'functions_search_orders', 'søk', 'get_order', 'x'.repeat(300)]

const renameTool: Break = at(isCaller, (story, place, dice) => {
  const { calls } = story[place] as Model
  const old = calls[dice[1] % calls.length]?.name
  const name = ODD_NAMES[dice[2] % ODD_NAMES.length] ?? ''
  return story.map((piece): Piece => {
    if (isResult(piece)) return piece.name === old ? { ...piece, name } : piece
    return isModel(piece)
      ? { ...piece, calls: piece.calls.map((call) => (call.name === old ? { ...call, name } : call)) }
      : piece
  })
})

const RESULT_FORMS: ReadonlyArray<ResultForm> = ['empty', 'blank', 'data', 'missing', 'texts', 'picture']

export const BREAKS: Readonly<Record<string, Break>> = {
  'a result is lost': at(isResult, remove),
  'a message with calls is lost': at(isCaller, remove),
  'one call is lost': atModel(isCaller, (model, dice) => ({
    ...model,
    calls: model.calls.filter((_call, n) => n !== dice[1] % model.calls.length)
  })),
  'a result is displaced': at(isResult, (story, place, dice) => {
    const rest = remove(story, place)
    return insert(rest, dice[1] % (rest.length + 1), story[place] as Piece)
  }),
  'a result comes twice': at(isResult, (story, place, dice) =>
    insert(story, place + 1 + (dice[1] % (story.length - place)), story[place] as Piece)
  ),
  'another result comes later': at(isResult, (story, place, dice) =>
    insert(story, place + 1 + (dice[1] % (story.length - place)), {
      ...(story[place] as ResultPiece),
      text: `other result ${dice[2]}`
    })
  ),
  'a synthetic result came first': at(isResult, (story, place) =>
    insert(story, place, {
      ...(story[place] as ResultPiece),
      text: 'The tool call was interrupted before a result was produced.'
    })
  ),
  'a call has an odd id': atCall((call, dice) => ({ ...call, id: odd(dice) })),
  'a result has an odd id': atResult((result, dice) => ({ ...result, id: odd(dice) })),
  'call and result have an odd id': renameBoth,
  'a tool has an odd name': renameTool,
  'a speaker has an odd name': at(
    ({ kind }) => kind === 'user',
    (story, place, dice) =>
      replace(story, place, {
        ...(story[place] as Piece),
        name: ['Ada Lovelace', '<b>', '', 'Zoë'][dice[1] % 4]
      } as Piece)
  ),
  'a result has an odd form': atResult((result, dice) => ({
    ...result,
    form: RESULT_FORMS[dice[1] % RESULT_FORMS.length] ?? 'data',
    failed: dice[2] % 2 === 0
  })),
  "the provider's own call is cut in two": atModel(
    () => true,
    (model, dice) => ({ ...model, hosted: true, half: dice[1] % 2 === 0 ? 'call' : 'result' })
  ),
  'the user speaks twice': (story, dice) =>
    insert(story, dice[0] % (story.length + 1), { kind: 'user', text: 'Are you there?' }),
  'the model speaks twice': (story, dice) =>
    insert(story, dice[0] % (story.length + 1), { kind: 'model', text: 'Still working.', reasoning: '', calls: [] }),
  'a message comes twice': (story, dice) =>
    insert(story, dice[0] % story.length, story[dice[0] % story.length] as Piece),
  'a message of the model comes twice': at(isModel, (story, place, dice) =>
    insert(story, place + 1 + (dice[1] % (story.length - place)), story[place] as Piece)
  ),
  'a message comes again, changed': at(isModel, (story, place, dice) => {
    const model = story[place] as Model
    return insert(story, place + 1 + (dice[1] % (story.length - place)), {
      ...model,
      twin: model,
      text: `${model.text} Again.`,
      ...(dice[2] % 2 === 0
        ? {}
        : { reasoning: 'again', calls: model.calls.map((call) => ({ ...call, args: { again: 1 } })) })
    })
  }),
  'a call comes twice': atModel(isCaller, (model, dice) => ({
    ...model,
    calls: [...model.calls, model.calls[dice[1] % model.calls.length] as CallPiece]
  })),
  'the beginning is trimmed': (story, dice) => story.slice(dice[0] % (story.length + 1)),
  'the end is trimmed': (story, dice) => story.slice(0, dice[0] % (story.length + 1)),
  'a middle part is trimmed': (story, dice) => [
    ...story.slice(0, dice[0] % story.length),
    ...story.slice((dice[0] % story.length) + (dice[1] % 4))
  ],
  'calls are an empty list': atModel(
    (piece) => !isCaller(piece),
    (model, dice) => ({ ...model, emptyCalls: true, text: dice[1] % 2 === 0 ? '' : model.text })
  ),
  'a message is empty': atModel(
    (piece) => !isCaller(piece),
    (model) => ({ ...model, text: '', empty: true })
  ),
  'a text ends in white space': atModel(
    ({ kind }) => kind === 'model',
    (model) => ({ ...model, text: model.text === '' ? '' : `${model.text} \n` })
  ),
  'arguments are cut': atCall((call) => ({ ...call, cut: true })),
  'text stands behind calls': atModel(isCaller, (model) => ({ ...model, text: 'Let me check.', textLast: true })),
  'reasoning leads to nothing': atModel(
    () => true,
    (model) => ({ ...model, reasoning: 'hm', reasoningLast: true })
  ),
  'results stand in several messages': atResult((result) => ({ ...result, apart: true })),
  'the user speaks beside a result': atResult((result, dice) => ({
    ...result,
    beside: { text: 'By the way.', first: dice[1] % 2 === 0 }
  })),
  'two messages change places': (story, dice) => {
    const place = dice[0] % Math.max(1, story.length - 1)
    const [one, other] = [story[place], story[place + 1]]
    return one === undefined || other === undefined
      ? story
      : [...story.slice(0, place), other, one, ...story.slice(place + 2)]
  }
}

const names = Object.keys(BREAKS)

/** One to six breaks, by name, so that a counterexample says what was done. */
export const breaks: fc.Arbitrary<ReadonlyArray<readonly [string, Dice]>> = fc.array(
  fc.tuple(fc.constantFrom(...names), fc.tuple(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000))),
  { minLength: 1, maxLength: 6 }
)

export const broken = (story: Story, done: ReadonlyArray<readonly [string, Dice]>): Story =>
  done.reduce<Story>((so, [name, dice]) => (so.length === 0 ? so : (BREAKS[name]?.(so, dice) ?? so)), story)
