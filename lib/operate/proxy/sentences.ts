/** What a client reads in the place of a response of its server. */
export const UNGUARDED =
  'Only single requests, notifications and responses are handed on, with ids that are texts or whole numbers, and calls of a named tool: anything else cannot be guarded.'
export const TAKEN = 'The response to another request with this id may still come.'
export const GONE = 'The server of this tool is gone. Use another tool, or tell the user.'
export const CHANGED = 'The server began another session, in which this tool is not as it was accepted.'
