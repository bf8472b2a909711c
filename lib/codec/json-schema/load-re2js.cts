/** Loads re2js where a schema first has a pattern, for the reasons of `load-ajv.cts`. */

const loadRe2js = () => (require('re2js') as typeof import('re2js')).RE2JS

export = loadRe2js
