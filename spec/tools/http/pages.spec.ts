import { expect } from 'chai'
import * as t from 'io-ts'
import { closed } from '../../../lib/codec/closed.js'
import type { ToolError } from '#core/errors'
import { guardedCall } from '../../../lib/guard/guarded-call.js'
import { openTurn } from '../../../lib/guard/session.js'
import { httpTool } from '../../../lib/tools/http/http-tool.js'
import { expectLeft, expectRight } from '../../helpers/either.js'
import { startLoopback, type Loopback } from '../../helpers/loopback.js'

const Args = closed(t.partial({ q: t.string, limit: t.number }))

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
        request: ({ q, limit }) => ({ url: `${service.origin}/rows`, searchParams: { q, limit } }),
        allowOrigins: [service.origin],
        pages: true
      }),
      t.array(t.unknown)
    )

  const cursorOf = ({ next }: ToolError): unknown => (next?.args as { readonly cursor?: unknown } | undefined)?.cursor

  it('gives a cursor that says nothing of the page, and follows it', async () => {
    links = ['/rows?q=x&cursor=hunter2']
    const [list, turn] = [listing(), openTurn()]
    const error = expectLeft(await turn.run(list.fromModel({ q: 'x' })))
    expect([error.code, error.hint]).to.deep.equal([
      'more_pages_available',
      'Call again with the cursor that next holds.'
    ])
    expect(JSON.stringify(error)).not.to.match(/hunter2/)
    expectRight(await turn.run(list.fromModel(error.next?.args)))
    expect(heard).to.deep.equal(['/rows?q=x', '/rows?q=x&cursor=hunter2'])
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
    links = ['/rows?q=x&after=7']
    const [list, turn] = [listing(), openTurn()]
    const error = expectLeft(await turn.run(list.fromModel({ q: 'x' })))
    const made = expectLeft(await turn.run(list.fromModel({ q: 'x', cursor: '/rows?after=8' })))
    const moved = expectLeft(await turn.run(list.fromModel({ q: 'y', cursor: cursorOf(error) })))
    expect([made.code, moved.code]).to.deep.equal(['invalid_arguments', 'rejected_arguments'])
    expect(heard).to.deep.equal(['/rows?q=x'])
  })

  const next = async (link: string, args: object): Promise<unknown> => {
    heard.splice(0)
    links = [link]
    const [list, turn] = [listing(), openTurn()]
    const error = expectLeft(await turn.run(list.fromModel(args)))
    if (error.next === undefined) return undefined
    await turn.run(list.fromModel(error.next.args))
    return heard[1]
  }

  it('takes the page alone of an address', async () => {
    const followed = {
      '/rows/?q=x&page=2': '/rows?q=x&page=2',
      '/repositories/17/rows?q=x&page=2': '/rows?q=x&page=2',
      '/rows?page_info=eyJ7&q=x': '/rows?page_info=eyJ7&q=x',
      '/rows?q=x&page=2&limit=9999': '/rows?q=x&page=2&limit=9999'
    }
    for (const [link, due] of Object.entries(followed)) expect(await next(link, { q: 'x' }), link).to.equal(due)
    expect(await next('/rows?q=x&limit=9999&page=2', { q: 'x', limit: 10 })).to.equal('/rows?q=x&limit=10&page=2')
    expect(await next('/rows?q=x&page=2&per_page=9999', { q: 'x', limit: 10 })).to.equal('/rows?q=x&page=2&limit=10')
  })

  it('gives none where an address asks for more than a page', async () => {
    for (const link of [
      '/rows?q=y&page=2',
      '/rows?page=2',
      '/rows?q=x&page=2&owner=eve',
      '/rows?q=x&from=6',
      '/rows?q=x&p=2',
      '/rows?q=x&offset=-20',
      '/admin/delete?q=x',
      '/rows/17?q=x',
      'http://169.254.169.254/rows?q=x&page=2'
    ])
      expect(await next(link, { q: 'x' }), link).to.equal(undefined)
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
