/** The workflows run what was pinned, and give the package's identity to nothing else than its publication. */
import { expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../.github/workflows/', import.meta.url))

const lines = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .map((line) => `${file}: ${line.trim()}`)
)

/** The text of each job of a workflow, by its name. */
const jobsOf = (file: string): ReadonlyMap<string, string> => {
  const [, jobs = ''] = readFileSync(join(FOLDER, file), 'utf8').split(/^jobs:\n/m)
  const parts = jobs.split(/^ {2}([a-z-]+):\n/m).slice(1)
  return new Map(parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1] ?? '']] : [])))
}

describe('the workflows', () => {
  it('name every action and image by its digest', () => {
    const named = lines.filter((line) => /\b(?:uses|container|image):/.test(line))
    expect(named.length).to.be.above(20)
    const loose = named.filter((line) => !/@(?:[0-9a-f]{40} # v\d+\.\d+\.\d+|sha256:[0-9a-f]{64})$/.test(line))
    expect(loose).to.deep.equal([])
  })

  it('let only jobs sign that run nothing of the repository or of its dependencies', () => {
    const signing = readdirSync(FOLDER).flatMap((file) =>
      [...jobsOf(file)]
        .filter(([, text]) => text.includes('id-token: write'))
        .map(([name, text]) => ({ job: `${file} ${name}`, text }))
    )
    expect(signing.map(({ job }) => job)).to.deep.equal(['release.yml publish', 'release.yml pages'])
    for (const { job, text } of signing) {
      const steps = [...text.matchAll(/^ +- (?:uses: ([^@\n]+)|run: (.*)|id: .*\n +uses: ([^@\n]+))/gm)].map(
        ([, uses, run, named]) => uses ?? run ?? named
      )
      expect(steps, job).to.deep.equal(
        job.endsWith('publish')
          ? [
              'actions/download-artifact',
              'npm publish ./guarded-call-*.tgz --provenance --access public --ignore-scripts'
            ]
          : ['actions/deploy-pages']
      )
    }
    const release = readFileSync(join(FOLDER, 'release.yml'), 'utf8')
    expect(release.split(/^jobs:/m)[0]).to.match(/^permissions:\n {2}contents: read\n\n?$/m)
  })
})
