/** The ways in which a service breaks its word, each as real services do it. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** What the service does with an answer that would be fine; `times` answers of it, then it is well again. */
export type Misbehaviour =
  /**
   * Cuts the body. A proxy that caps bodies declares what it sends or nothing at all; a broken connection had declared
   * the `whole`.
   */
  (
    | { readonly kind: 'cut'; readonly atBytes: number; readonly declares: 'whole' | 'what came' | 'nothing' }
    /** A login page where JSON was expected. */
    | { readonly kind: 'html'; readonly status: number }
    | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number }
    /** Does what was asked, then drops the connection before it has answered. */
    | { readonly kind: 'silence' }
    /** Changes the answer's data: a new enum member, another entity, an empty page. */
    | { readonly kind: 'data'; readonly change: (data: unknown) => unknown }
  ) & { readonly times?: number }

const LOGIN_PAGE = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign in to GitHub</title></head>
<body><h1>Sign in to GitHub</h1><form action="/session" method="post"><input name="login"><input name="password"></form></body>
</html>
`

type Headers = Readonly<Record<string, string>>

export const sendJson = (response: ServerResponse, status: number, data: unknown, headers: Headers = {}): void => {
  const body = Buffer.from(JSON.stringify(data))
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    ...headers
  })
  response.end(body)
}

const sendCut = (
  response: ServerResponse,
  data: unknown,
  headers: Headers,
  cut: Misbehaviour & { readonly kind: 'cut' }
): void => {
  const body = Buffer.from(JSON.stringify(data))
  const part = body.subarray(0, cut.atBytes)
  const declared = { whole: String(body.length), 'what came': String(part.length), nothing: undefined }[cut.declares]
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
    ...(declared === undefined ? {} : { 'content-length': declared })
  })
  if (cut.declares === 'whole') response.write(part, () => response.destroy())
  else response.end(part)
}

/** Sends what the misbehaviour makes of `data`; `headers` are those of the answer that it spoils. */
export const misbehave = (
  how: Misbehaviour,
  request: IncomingMessage,
  response: ServerResponse,
  data: unknown,
  headers?: Headers
): void => {
  switch (how.kind) {
    case 'cut':
      return sendCut(response, data, headers ?? {}, how)
    case 'html':
      response.writeHead(how.status, { 'content-type': 'text/html; charset=utf-8' })
      response.end(LOGIN_PAGE)
      return
    case 'status':
      response.writeHead(how.status, {
        'content-type': 'text/plain',
        ...(how.retryAfter === undefined ? {} : { 'retry-after': String(how.retryAfter) })
      })
      response.end(how.status === 429 ? 'Too Many Requests' : 'Internal Server Error')
      return
    case 'silence':
      request.socket.destroy()
      return
    case 'data':
      return sendJson(response, 200, how.change(data), headers)
  }
}
