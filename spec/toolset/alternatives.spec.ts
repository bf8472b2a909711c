import { expect } from 'chai'
import * as t from 'io-ts'
import { semanticGarbage } from '#core/errors'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { openTurn } from '../../lib/guard/session.js'
import { failed } from '../../lib/guard/tool.js'
import { inPlace } from '../../lib/toolset/in-place.js'
import { openCalls } from '../../lib/toolset/model-call.js'

const call = (name: string, alternatives?: ReadonlyArray<string>) =>
  guardedCall(
    {
      name,
      effect: 'read',
      args: t.type({}),
      run: () => failed(semanticGarbage({ code: 'error_in_body', detail: 'x' })),
      ...(alternatives === undefined ? {} : { alternatives })
    },
    t.unknown
  )

const hintOf = async (alternatives?: ReadonlyArray<string>): Promise<unknown> => {
  const { run } = openCalls([call('search', alternatives), call('list'), call('scan')], { turn: openTurn() })
  const { text } = await run({ name: 'search', args: {} })
  return (JSON.parse(text) as { readonly hint: unknown }).hint
}

describe('alternatives', () => {
  it('stand in the hint by name, the first that the model has', async () => {
    const said = (tool: string) => `Change the arguments, use ${tool}, or tell the user.`
    expect(await hintOf(['search', 'grep', 'scan', 'list'])).to.equal(said('scan'))
    expect(await hintOf(['grep'])).to.equal(said('another tool'))
    expect(await hintOf()).to.equal(said('another tool'))
  })

  it('stand in the hint of a tool that is guarded in place, too', async () => {
    const hint = async (alternatives: ReadonlyArray<string>): Promise<unknown> => {
      const html = '<!doctype html><title>Log in</title>'
      const guard = inPlace(
        { turn: openTurn(), rules: { search: { output: t.type({ n: t.number }), alternatives } } },
        ['search', 'list', 'scan']
      )
      const settled = await guard('search')({ args: {}, execute: () => html })
      return settled.kind === 'error' ? (JSON.parse(settled.text) as { readonly hint: unknown }).hint : settled
    }
    expect(await hint(['search', 'grep', 'scan'])).to.include('use scan,')
    expect(await hint(['grep'])).to.include('use another tool,')
  })

  it('leave the hint to narrow where an answer was cut', async () => {
    const guard = inPlace({ turn: openTurn(), rules: { search: { effect: 'read', narrow: () => 'Ask for one row.' } } })
    const settled = await guard('search')({ args: {}, execute: () => '{"rows":[1,' })
    expect(settled.kind === 'error' ? JSON.parse(settled.text) : settled).to.include({ hint: 'Ask for one row.' })
  })

  it('are names', () => {
    for (const names of [[''], [7], 'list'])
      expect(
        () => inPlace({ turn: openTurn(), rules: { search: { alternatives: names as ReadonlyArray<string> } } }),
        String(names)
      ).to.throw(TypeError, 'Expected `rules.search.alternatives` to be names of tools.')
    for (const names of [[''], [7], 'list'])
      expect(() => call('search', names as ReadonlyArray<string>), String(names)).to.throw(
        TypeError,
        'Expected `alternatives` to be names of tools.'
      )
  })
})
