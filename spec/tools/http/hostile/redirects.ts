/** Answers that send the tool elsewhere. */
import { answers, GOOD, LANDING, right, spoken, type Misbehaviour } from './misbehaviour.js'
import type { Serve } from '../loopback.js'

const to = (location: string, status = 302): Serve => answers(status, { location })
const forbidden = (path: string, serve: Serve, maxRequests = 1): Misbehaviour =>
  spoken(path, 'semantic_garbage', 'forbidden_url', serve, { maxRequests })

/** Leads on until the query has been counted down to nothing. */
const steps: Serve = (socket, request) => {
  const left = Number(request.target.split('left=')[1])
  const serve = left === 0 ? answers(200, {}, GOOD) : to(`${request.path}?left=${left - 1}`)
  serve(socket, request)
}

const stepsFrom =
  (left: number): Serve =>
  (socket, request) =>
    steps(socket, request.target.includes('left=') ? request : { ...request, target: `${request.path}?left=${left}` })

const ELSEWHERE: Readonly<Record<string, string>> = {
  'other-port': 'http://127.0.0.1:1/',
  'other-host': 'http://localhost/',
  'other-scheme': 'https://127.0.0.1/',
  metadata: 'http://169.254.169.254/latest/meta-data/',
  decimal: 'http://2130706433:1/',
  mapped: 'http://[::ffff:127.0.0.1]:1/',
  file: 'file:///etc/passwd',
  script: 'javascript:alert(1)',
  data: 'data:application/json,{}',
  gopher: 'gopher://127.0.0.1:1/',
  'protocol-relative': '//127.0.0.2/',
  socket: 'http://unix:/var/run/docker.sock:/info'
}

export const REDIRECTS: ReadonlyArray<Misbehaviour> = [
  ...[301, 302, 303, 307, 308].map((status) => right(`/redirects/${status}`, to(LANDING, status), { maxRequests: 2 })),
  right('/redirects/two', stepsFrom(2), { maxRequests: 3 }),
  forbidden('/redirects/three', stepsFrom(3), 3),
  forbidden('/redirects/loop', to('/redirects/loop'), 3),
  forbidden('/redirects/without-location', answers(302)),
  forbidden('/redirects/empty-location', answers(302, { location: 'http://' })),
  forbidden('/redirects/credentials', (socket, request) =>
    to(`http://user:secret@${request.headers['host'] ?? ''}${LANDING}`)(socket, request)
  ),
  ...Object.entries(ELSEWHERE).map(([name, location]) => forbidden(`/redirects/to-${name}`, to(location)))
]
