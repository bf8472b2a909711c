import { expect } from 'chai'
import { codeOfState, hintOfState, wordsOfState } from '#core/signs'

const STATES: ReadonlyArray<readonly [state: string, code: string, words: string]> = [
  ['42501', 'unauthorized', 'the role of this tool has no permission for that'],
  ['28P01', 'unauthorized', 'the database refused the login'],
  ['57014', 'timeout', 'the server stopped the query at its time limit'],
  ['25P03', 'timeout', 'the server ended a session that waited too long'],
  ['08006', 'tool_unavailable', 'the connection to the database failed'],
  ['08P01', 'rejected_arguments', 'the query was given the wrong number of parameters'],
  ['40001', 'tool_unavailable', 'the database rolled the transaction back in favour of another one'],
  ['40P01', 'tool_unavailable', 'the database rolled the transaction back in favour of another one'],
  ['53300', 'tool_unavailable', 'the database is out of resources'],
  ['57P01', 'tool_unavailable', 'the database ended the connection, or accepts none at the moment'],
  ['55P03', 'tool_unavailable', 'a lock is held by someone else'],
  ['22P02', 'rejected_arguments', 'a value is not written as its type requires'],
  ['22019', 'rejected_arguments', 'a value does not fit its type or function'],
  ['23503', 'rejected_arguments', 'a referenced row does not exist, or a row is still referenced'],
  ['23P01', 'rejected_arguments', 'a constraint was violated'],
  ['25006', 'rejected_arguments', 'the query would write, and this tool only reads'],
  ['42703', 'rejected_arguments', 'a column that does not exist'],
  ['42P99', 'rejected_arguments', 'the query is not valid'],
  ['0A000', 'rejected_arguments', 'the query uses a feature that cannot be used here'],
  ['P0001', 'rejected_arguments', 'a function or trigger of the database raised an error'],
  ['25P02', 'tool_threw', 'the database failed'],
  ['58030', 'tool_threw', 'the database failed'],
  ['57000', 'tool_threw', 'the database failed'],
  ['XX000', 'tool_threw', 'the database failed'],
  ['ZZZZZ', 'tool_threw', 'the database failed']
]

describe('an SQLSTATE', () => {
  for (const [state, code, words] of STATES) {
    it(`${state} is ${code}: ${words}`, () => {
      expect([codeOfState(state), wordsOfState(state)]).to.deep.equal([code, words])
    })
  }

  it('has a hint where the next move is known', () => {
    expect(hintOfState('42601', 'read')).to.equal(
      'Send one single query that reads (SELECT, VALUES, TABLE or WITH), and correct its syntax.'
    )
    expect(hintOfState('42601', 'write')).to.equal('Send one single statement, and correct its syntax.')
    expect(hintOfState('23505', 'write')).to.equal(undefined)
  })
})
