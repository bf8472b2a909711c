/**
 * The same conversations without and with the guard: one scripted model, one misbehaving service, one Postgres.
 * No keys, no network. Prints what the model saw, counts what it took, and fails if its own story does not hold.
 */
import { CONVERSATIONS } from './support/conversations.js'
import { startGithubService } from './support/github-service.js'
import { guardedTools } from './support/guarded-tools.js'
import { naiveTools } from './support/naive-tools.js'
import { openOrdersDatabase } from './support/orders-database.js'
import { play } from './support/play.js'
import { showConversation, showTable, type Pair } from './support/show.js'
import { bold, print } from './support/terminal.js'
import { verify } from './support/verify.js'

print(bold('What an agent does when its tools answer garbage, without and with guarded-call'))
print('The model is a script, on both sides; GitHub payloads are recorded, Postgres is in this process.')
print()

const [service, database] = await Promise.all([startGithubService(), openOrdersDatabase()])
const world = { origin: service.origin, database }

const pairs: Array<Pair> = []
for (const conversation of CONVERSATIONS) {
  const without = await play(conversation, service, naiveTools(world))
  const guarded = await play(conversation, service, guardedTools(world))
  pairs.push({ conversation, without, guarded })
  showConversation(pairs.length, { conversation, without, guarded })
}
showTable(pairs)

await Promise.all([service.close(), database.close()])
verify(pairs)
