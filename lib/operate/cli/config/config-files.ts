/** The names of config files, and the option that names another. */
export const CONFIG_FILES = ['guarded-call.config.js', 'guarded-call.config.mjs', 'guarded-call.config.json'] as const

export const CONFIG_OPTION = [
  '--config <file>',
  'the config file (default: the nearest guarded-call.config.js, .mjs or .json)'
] as const
