import type { Issue } from './issue.js'
export const argumentLine = (i: Issue): string => i.message
