/** What each subpath gives away: a name that appears or goes missing here is a decision, not an accident. */
import { expect } from 'chai'

const EXPORTS: Readonly<Record<string, ReadonlyArray<string>>> = {
  'guarded-call': [],
  'guarded-call/http': [],
  'guarded-call/sql': [],
  'guarded-call/log': []
}

for (const [subpath, names] of Object.entries(EXPORTS)) {
  describe(subpath, () => {
    it('exports exactly these names', async () => {
      const loaded = (await import(subpath)) as Record<string, unknown>
      expect(Object.keys(loaded).sort()).to.deep.equal(names)
    })
  })
}
