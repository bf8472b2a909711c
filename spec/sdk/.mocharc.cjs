module.exports = {
  spec: ['dist/**/*.spec.js'],
  // As in spec/run.mjs.
  ignore: ['dist/previous/**', ...(process.env.TIER === 'short' ? ['dist/**/*.long.spec.js'] : [])],
  timeout: 20000,
  'forbid-only': true
}
