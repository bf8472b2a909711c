/** Every status, and what services mean when they say something else. */
import { answers, down, GOOD, JSON_TYPE, read, right, saysAndStays, spoken, type Misbehaviour } from './misbehaviour.js'
import { reply, type Serve } from '../loopback.js'

const status = (
  code: string,
  outcome: 'schema_mismatch' | 'partial_data' | 'semantic_garbage',
  maxRequests: number,
  statuses: ReadonlyArray<number>
) =>
  statuses.map((one) =>
    spoken(`/statuses/${one}`, outcome, code, answers(one, JSON_TYPE, '{"message":"no"}'), { maxRequests })
  )

const limited = (path: string, maxRequests: number, serve: Serve, timeoutMs = 1000): Misbehaviour =>
  spoken(path, 'partial_data', 'rate_limited', serve, { maxRequests, options: { timeoutMs } })

/** Fails twice, then answers. */
const flaky = (failure: Uint8Array): Serve => {
  const seen = new Map<string, number>()
  return (socket, { method }) => {
    const count = (seen.get(method) ?? 0) + 1
    seen.set(method, count)
    socket.end(count < 3 ? failure : reply(200, JSON_TYPE, GOOD))
  }
}

export const STATUSES: ReadonlyArray<Misbehaviour> = [
  ...status('unauthorized', 'schema_mismatch', 1, [401, 402, 403, 407]),
  ...status('not_found', 'semantic_garbage', 1, [404, 410]),
  ...status(
    'rejected_arguments',
    'semantic_garbage',
    1,
    [400, 405, 406, 409, 411, 412, 413, 414, 415, 418, 421, 422, 425, 428, 431, 451, 499]
  ),
  ...status('tool_unavailable', 'partial_data', 3, [408, 500, 501, 502, 503, 504, 511, 520, 599, 999]),
  ...status('forbidden_url', 'semantic_garbage', 1, [300, 304, 305, 306]),
  right('/statuses/201', answers(201, JSON_TYPE, GOOD)),
  right('/statuses/202', answers(202, JSON_TYPE, GOOD)),
  right('/statuses/203', answers(203, JSON_TYPE, GOOD)),
  read('/statuses/204', 'empty_body', saysAndStays('HTTP/1.1 204 No Content\r\n\r\n')),
  read('/statuses/205', 'empty_body', answers(205)),
  read('/statuses/200-empty', 'empty_body', answers(200)),
  read('/statuses/200-blank', 'empty_body', answers(200, JSON_TYPE, ' \r\n\t ')),
  limited('/statuses/429', 3, answers(429, { 'retry-after': '0' })),
  limited('/statuses/429-date', 1, answers(429, { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' })),
  limited('/statuses/429-long-gone', 3, answers(429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' })),
  limited('/statuses/429-nonsense', 3, answers(429, { 'retry-after': 'soon' }), 300),
  limited('/statuses/403-limit', 1, answers(403, { 'x-ratelimit-remaining': '0' }, '{}'), 300),
  limited('/statuses/403-retry-after', 1, answers(403, { 'retry-after': '60' }, '{}')),
  limited('/statuses/403-words', 1, answers(403, JSON_TYPE, '{"message":"API rate limit exceeded for user"}'), 300),
  limited(
    '/statuses/400-throttling',
    1,
    answers(400, JSON_TYPE, '{"__type":"ThrottlingException","message":"Rate exceeded"}'),
    300
  ),
  limited('/statuses/503-slow-down', 1, answers(503, JSON_TYPE, '{"code":"SlowDown"}'), 300),
  limited(
    '/statuses/200-throttled',
    1,
    answers(200, JSON_TYPE, '{"error":{"code":"rate_limit_exceeded","message":"Too many requests"}}'),
    300
  ),
  right('/statuses/flaky-503', flaky(reply(503)), { maxRequests: 3 }),
  right('/statuses/flaky-429', flaky(reply(429, { 'retry-after': '0' })), { maxRequests: 3 }),
  down('/statuses/503-empty', answers(503))
]
