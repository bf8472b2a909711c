/** Messages whose limits are odd, contradictory or no HTTP at all. */
import { reply } from '../loopback.js'
import {
  answers,
  cut,
  down,
  floods,
  GOOD,
  hang,
  JSON_TYPE,
  read,
  right,
  says,
  saysAndStays,
  type Misbehaviour
} from './misbehaviour.js'

const OK = 'HTTP/1.1 200 OK\r\n'
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`
const half = Math.floor(GOOD.length / 2)

export const FRAMING: ReadonlyArray<Misbehaviour> = [
  right('/framing/length', answers(200, JSON_TYPE, GOOD)),
  right('/framing/keep-alive', saysAndStays(reply(200, { connection: 'keep-alive' }, GOOD))),
  right('/framing/chunked', says(CHUNKED, chunk(GOOD.slice(0, half)), chunk(GOOD.slice(half)), '0\r\n\r\n')),
  right('/framing/chunk-a-byte', says(CHUNKED, GOOD.split('').map(chunk).join(''), '0\r\n\r\n')),
  right(
    '/framing/chunk-extension',
    says(CHUNKED, `${GOOD.length.toString(16)};name=value\r\n${GOOD}\r\n`, '0\r\n\r\n')
  ),
  right('/framing/trailers', says(CHUNKED, chunk(GOOD), '0\r\nx-checksum: 1\r\n\r\n')),
  right('/framing/until-close', says(OK, '\r\n', GOOD)),
  right('/framing/http-1.0', says('HTTP/1.0 200 OK\r\n\r\n', GOOD)),
  right('/framing/no-reason', says(`HTTP/1.1 200\r\ncontent-length: ${GOOD.length}\r\n\r\n${GOOD}`)),
  right(
    '/framing/early-hints',
    says('HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n', 'HTTP/1.1 100 Continue\r\n\r\n', reply(200, {}, GOOD))
  ),
  right('/framing/junk-after', says(reply(200, {}, GOOD), 'JUNK\r\n\r\nJUNK')),
  right('/framing/second-response', says(reply(200, {}, GOOD), reply(200, {}, '{"orders":[]}'))),
  right('/framing/junk-later', (socket) => {
    socket.write(reply(200, { connection: 'keep-alive' }, GOOD))
    setTimeout(() => socket.write(reply(200, {}, '{"orders":[]}')), 20)
  }),
  read('/framing/length-too-small', 'truncated_response', says(reply(200, { 'content-length': '20' }, GOOD))),
  cut('/framing/length-too-large', says(reply(200, { 'content-length': '9999' }, GOOD))),
  down('/framing/length-negative', says(reply(200, { 'content-length': '-5' }, GOOD))),
  down('/framing/length-no-number', says(reply(200, { 'content-length': 'many' }, GOOD))),
  down('/framing/two-lengths', says(`${OK}content-length: 5\r\ncontent-length: 50\r\n\r\n${GOOD}`)),
  down(
    '/framing/length-and-chunked',
    says(`${OK}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`, chunk(GOOD), '0\r\n\r\n')
  ),
  cut('/framing/bad-first-chunk', says(CHUNKED, 'zz\r\n', GOOD)),
  cut('/framing/bad-later-chunk', says(CHUNKED, chunk(GOOD.slice(0, half)), 'zz\r\n')),
  cut('/framing/chunk-longer-than-said', says(CHUNKED, `5\r\n${GOOD}\r\n0\r\n\r\n`)),
  cut('/framing/chunk-extension-flood', says(CHUNKED, `5;${'x'.repeat(100_000)}\r\n`)),
  cut(
    '/framing/trailer-flood',
    says(CHUNKED, chunk(GOOD), '0\r\n', 'x-a: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(5000), '\r\n')
  ),
  down('/framing/another-protocol', says('SSH-2.0-OpenSSH_9.6\r\n')),
  down('/framing/http-0.9', says(GOOD)),
  down('/framing/bad-status', says('HTTP/1.1 abc OK\r\n\r\n')),
  down('/framing/header-without-colon', says(`${OK}no colon here\r\n\r\n${GOOD}`)),
  down('/framing/header-flood', says(OK, 'x-a: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(5000), '\r\n', GOOD)),
  down('/framing/header-of-a-megabyte', says(OK, `x-a: ${'a'.repeat(1_000_000)}\r\n\r\n`, GOOD)),
  down('/framing/header-endless', floods(OK, Buffer.from('x-a: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(100)))),
  down(
    '/framing/upgrade',
    saysAndStays('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
  ),
  hang('/framing/hints-storm', floods('', Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100))))
]
