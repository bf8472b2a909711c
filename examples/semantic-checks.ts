/** Answers that are valid and still no use: what ready-made checks and one of your own make of them. */
import { strict as assert } from 'node:assert'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import {
  countMatches,
  detectMorePages,
  echoes,
  fresh,
  guardedCall,
  nonEmpty,
  openTurn,
  semanticGarbage,
  toModelText,
  within,
  type SemanticCheck
} from 'guarded-call'

// -- a tool whose answers all satisfy its codec

const NOW = Date.parse('2026-03-01T12:00:00Z')
const answer = (city: string, celsius: ReadonlyArray<number>, rest: object = {}): object => ({
  city,
  readings: celsius.map((value) => ({ celsius: value })),
  count: celsius.length,
  at: '2026-03-01T11:50:00Z',
  ...rest
})

const ANSWERS: Readonly<Record<string, object>> = {
  Oslo: answer('Oslo', [-4, -3]),
  Lima: answer('Limassol', [17, 18]),
  Delhi: answer('Delhi', [88, 91]),
  Quito: answer('Quito', []),
  Bern: answer('Bern', [3], { count: 24 }),
  Rome: answer('Rome', [12], { at: '2026-02-20T11:50:00Z' }),
  Cairo: answer('Cairo', [19, 20], { next_cursor: 'b2Zmc2V0OjI=' }),
  Accra: answer('Accra', [29, 29, 29, 29])
}

const Weather = t.strict({
  city: t.string,
  readings: t.array(t.strict({ celsius: t.number })),
  count: t.Int,
  at: t.string
})
type Weather = t.TypeOf<typeof Weather>
interface Asked {
  readonly city: string
  readonly page: number
}

// -- one check of our own: a function of the payload and of what was asked for

const changes: SemanticCheck<Weather, Asked> = ({ readings }) => {
  const first = readings[0]?.celsius
  return readings.length < 4 || readings.some(({ celsius }) => celsius !== first)
    ? O.none
    : O.some(
        semanticGarbage({
          code: 'stuck_sensor',
          detail: `All ${readings.length} readings are the same.`,
          hint: 'Ask for a station nearby.'
        })
      )
}

const readWeather = guardedCall(
  { name: 'read_weather', effect: 'read', run: ({ city }: Asked) => JSON.stringify(ANSWERS[city]) },
  Weather,
  nonEmpty((weather) => weather.readings),
  echoes({ asked: ({ city }) => city, answered: (weather) => weather.city }),
  countMatches(
    (weather) => weather.readings,
    (weather) => weather.count
  ),
  within((weather) => weather.readings.map(({ celsius }) => celsius), { min: -90, max: 60, what: 'The temperature' }),
  fresh((weather) => weather.at, { maxAgeMs: 3_600_000, clock: () => NOW }),
  changes,
  detectMorePages()
)

// -- what the model reads

const turn = openTurn()
const codes: Record<string, string> = {}
for (const city of Object.keys(ANSWERS)) {
  const result = await turn.run(readWeather({ city, page: 1 }))
  codes[city] = E.isLeft(result) ? result.left.code : 'fine'
  console.log(`${city.padEnd(6)} ${toModelText(result)}`)
}

assert.deepEqual(codes, {
  Oslo: 'fine',
  Lima: 'wrong_entity',
  Delhi: 'out_of_range',
  Quito: 'empty_first_page',
  Bern: 'count_mismatch',
  Rome: 'stale_data',
  Cairo: 'more_pages_available',
  Accra: 'stuck_sensor'
})
