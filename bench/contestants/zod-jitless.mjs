import { z } from 'zod'

z.config({ jitless: true })

export { build, library } from './zod.mjs'
