/** Loads ajv where it is first needed, since that takes longer than all the rest: only CommonJS can do so without a promise, and bundlers follow it all the same. */

const loadAjv = () => {
  try {
    const { Ajv } = require('ajv') as typeof import('ajv')
    const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
    const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats')
    return { Ajv, Ajv2020, addFormats }
  } catch (cause) {
    throw new Error('JSON Schemas are checked with ajv, which is not installed. Run: npm install ajv ajv-formats', {
      cause
    })
  }
}

export = loadAjv
