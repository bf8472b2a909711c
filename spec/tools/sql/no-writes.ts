/** Statements that a server takes without an effect that stays, and what a tool that writes says of them. */
import { semanticGarbage } from '#core/errors'
import type { Answer } from './answers.js'

/** The statement, and the command that the server calls it. */
export const NO_WRITES: ReadonlyArray<readonly [text: string, command: string]> = [
  ['ROLLBACK', 'ROLLBACK'],
  ['abort', 'ROLLBACK'],
  ['/* INSERT */ ; ROLLBACK AND CHAIN', 'ROLLBACK'],
  ['COMMIT', 'COMMIT'],
  ['-- INSERT\nEND', 'COMMIT'],
  ['BEGIN', 'BEGIN'],
  ['START TRANSACTION', 'START'],
  ['SAVEPOINT here', 'SAVEPOINT'],
  ['LOCK item', 'LOCK'],
  ['COPY item TO STDOUT', 'COPY'],
  ["SET work_mem = '64kB'", 'SET'],
  ['RESET work_mem', 'RESET'],
  ['LISTEN news', 'LISTEN'],
  ['UNLISTEN news', 'UNLISTEN'],
  ['PREPARE later AS SELECT 1', 'PREPARE'],
  ["PREPARE TRANSACTION 'later'", 'PREPARE'],
  ["/* nightly */ prepare transaction 'later'", 'PREPARE'],
  ['DEALLOCATE ALL', 'DEALLOCATE'],
  ['DECLARE later CURSOR FOR SELECT 1', 'DECLARE'],
  ['CLOSE ALL', 'CLOSE']
]

export const leavesNothing = (command: string): Answer => ({
  kind: 'failed',
  executed: 'no',
  error: semanticGarbage({
    code: 'rejected_arguments',
    detail: `The statement is a ${command}, which writes nothing here.`,
    hint: 'Send one single statement that writes, such as INSERT, UPDATE or DELETE.'
  })
})

/** Results with a field that no object may keep. */
export const NAMED_PROTO = 'SELECT 1 AS id, 2 AS "__proto__"'

export const namedProto: Answer = {
  kind: 'failed',
  executed: 'no',
  error: semanticGarbage({
    code: 'rejected_arguments',
    detail: 'Column 2 of the result is named __proto__, and no data keep a field of that name.',
    hint: 'Give each column of the SELECT list a name of its own with AS.'
  })
}
