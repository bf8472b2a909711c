/** Which code the words of a failure mean. */
import { expect } from 'chai'
import { codeOfWords } from '#core/failure'

describe('codeOfWords', () => {
  it('reads nothing out of identifiers that name things', () => {
    const named = {
      'No account_recovery_session_context record matches the supplied process_id.': 'not_found',
      'ValueError: No accountRecoverySessionContext record matches it.': 'not_found',
      'The permission_id is not a number.': 'rejected_arguments',
      "Unknown field: 'permissionMode'": 'rejected_arguments',
      'A validation_run of that day is locked.': undefined,
      'The maintenance_window is over.': undefined
    }
    expect(Object.fromEntries(Object.keys(named).map((words) => [words, codeOfWords(words)]))).to.deep.equal(named)
  })

  it('reads the code that an identifier is, its kind, and credentials', () => {
    const named = {
      RESOURCE_EXHAUSTED: 'rate_limited',
      'Slack answered channel_not_found': 'not_found',
      'failed due to insufficient_scope': 'unauthorized',
      'Error: missing_scope for this method': 'unauthorized',
      'Unknown user_id 17': 'not_found',
      'Your access_token is invalid': 'unauthorized',
      'No apiKey was provided': 'unauthorized'
    }
    expect(Object.fromEntries(Object.keys(named).map((words) => [words, codeOfWords(words)]))).to.deep.equal(named)
  })

  it('reads a code within words as it reads the code alone', () => {
    const codes =
      'too_many_requests tooManyRequests throttlingException resource_exhausted slow_down nonexistent_id read_only_mode ' +
      'bad_gateway badRequest timed_out connection_refused connection_reset try_again_later payload_too_large msg_too_long ' +
      'malformed_request out_of_range quota_exceeded permission_denied token_expired gateway_timeout invalid_argument'
    for (const code of codes.split(' '))
      expect(codeOfWords(`Error: ${code} (see the docs)`), code)
        .to.equal(codeOfWords(code))
        .and.not.equal(undefined)
  })

  it('says of a tool that could not start itself that it is unavailable, of haste, and of a state that nothing is there', () => {
    expect(
      codeOfWords('Failed to launch the browser process! Running as root without --no-sandbox is not supported.')
    ).to.equal('tool_unavailable')
    for (const words of ['No connection to browser extension: a tab is required', 'Not connected to the server'])
      expect(codeOfWords(words)).to.equal('tool_unavailable')
    expect(codeOfWords('You are likely making requests too quickly.')).to.equal('rate_limited')
    expect(codeOfWords('No presentation is currently loaded or the specified ID is invalid')).to.equal('not_found')
  })
})
