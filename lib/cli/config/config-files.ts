/** The names that a config file may have. */
export const CONFIG_FILES = ['guarded-call.config.js', 'guarded-call.config.mjs', 'guarded-call.config.json'] as const
