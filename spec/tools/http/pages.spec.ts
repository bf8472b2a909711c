import { expect } from 'chai'
import * as t from 'io-ts'
import { closed } from '../../../lib/codec/closed.js'
import type { ToolError } from '#core/errors'
import { guardedCall } from '../../../lib/guard/guarded-call.js'
import { openTurn } from '../../../lib/guard/session.js'
import { httpTool } from '../../../lib/tools/http/http-tool.js'
import { expectLeft, expectRight } from '../../helpers/either.js'
import { startLoopback, type Loopback } from '../../helpers/loopback.js'

const Args = closed(t.partial({ q: t.string }))

describe('httpTool with pages', () => {
  let service: Loopback
  let links: ReadonlyArray<string> = []
  const heard: Array<string> = []

  before(async () => {
    service = await startLoopback((request, response) => {
      heard.push(request.url ?? '')
      const link = links[heard.length - 1]
      response.writeHead(200, link === undefined ? {} : { link: `<${link}>; rel="next"` }).end('[]')
    })
  })
  after(() => service.close())
  beforeEach(() => void heard.splice(0))

  const listing = () =>
    guardedCall(
      httpTool({
        name: 'list',
        effect: 'read',
        args: Args,
        request: ({ q }) => ({ url: `${service.origin}/rows`, searchParams: { q } }),
        allowOrigins: [service.origin],
        pages: true
      }),
      t.array(t.unknown)
    )

  const cursorOf = ({ next }: ToolError): unknown => (next?.args as { readonly cursor?: unknown } | undefined)?.cursor

  it('gives a cursor that says nothing of the page, and follows it', async () => {
    links = ['/rows?q=x&secret=hunter2']
    const [list, turn] = [listing(), openTurn()]
    const error = expectLeft(await turn.run(list.fromModel({ q: 'x' })))
    expect([error.code, error.hint]).to.deep.equal([
      'more_pages_available',
      'Call again with the cursor that next holds.'
    ])
    expect(JSON.stringify(error)).not.to.match(/hunter2|secret/)
    expectRight(await turn.run(list.fromModel(error.next?.args)))
    expect(heard).to.deep.equal(['/rows?q=x', '/rows?q=x&secret=hunter2'])
  })

  it('names no number of a page that is no argument', async () => {
    links = ['/rows?page=2', '/rows?page=3']
    const [list, turn] = [listing(), openTurn()]
    const second = expectLeft(await turn.run(list.fromModel({})))
    const third = expectLeft(await turn.run(list.fromModel(second.next?.args)))
    expect([second.hint, third.hint]).to.deep.equal(Array(2).fill('Call again with the cursor that next holds.'))
    expect([cursorOf(second), cursorOf(third)]).not.to.include(undefined)
  })

  it('takes no cursor that it did not give, and none with other arguments', async () => {
    links = ['/rows?after=7']
    const [list, turn] = [listing(), openTurn()]
    const error = expectLeft(await turn.run(list.fromModel({ q: 'x' })))
    const made = expectLeft(await turn.run(list.fromModel({ q: 'x', cursor: '/rows?after=8' })))
    const moved = expectLeft(await turn.run(list.fromModel({ q: 'y', cursor: cursorOf(error) })))
    expect([made.code, moved.code]).to.deep.equal(['invalid_arguments', 'rejected_arguments'])
    expect(heard).to.deep.equal(['/rows?q=x'])
  })

  it('gives none for a page at another origin', async () => {
    links = ['http://169.254.169.254/latest']
    expect(cursorOf(expectLeft(await openTurn().run(listing().fromModel({ q: 'x' }))))).to.equal(undefined)
  })

  it('is for reads whose arguments leave the name free', () => {
    const make = (more: object) => () =>
      httpTool({
        name: 'list',
        effect: 'read',
        request: () => ({ url: service.origin }),
        allowOrigins: [service.origin],
        pages: true,
        ...more
      })
    expect(make({})).to.throw(TypeError, 'leaves the name `cursor` to `pages`')
    expect(make({ args: t.type({ cursor: t.string }) })).to.throw(TypeError, 'leaves the name `cursor`')
    expect(make({ args: Args, effect: 'write' })).to.throw(TypeError, 'Expected `pages` to be for a tool that reads.')
  })
})
