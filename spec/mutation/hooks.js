/** Gives each property a tenth of a second: a mutant that a property kills is killed by one of its first values. */
import * as fc from 'fast-check'

fc.configureGlobal({ interruptAfterTimeLimit: 100 })
