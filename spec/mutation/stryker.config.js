/** How the mutants of one folder are made and which specs they meet; `run.js` says which. */
const folder = process.env.MUTATE_FOLDER
const files = process.env.MUTATE_FILES.split(',')
// What survived the quick specs meets the slow ones too.
const again = process.env.MUTATE_AGAIN === 'yes'

// What starts processes or servers, or takes seconds, is left out; the quickest come first and properties last, when a
// plain example has not killed the mutant.
const SPECS = {
  core: ['built/spec/core/**/*.spec.js'],
  codec: ['built/spec/codec/*.spec.js', 'built/spec/codec/json-schema/*.spec.js', 'built/spec/codec/compile/*.spec.js'],
  history: ['built/spec/history/!(laws).spec.js', 'built/spec/history/laws.spec.js'],
  rooms: [
    'core/failure/*',
    'core/pages/*',
    'core/checks/*',
    'core/redact/*',
    'core/errors/quote',
    'guard/reported-failure',
    'guard/quoted-secrets',
    'guard/judge',
    'guard/response/*',
    'corpora/twins',
    'corpora/corpora'
  ].map((name) => `built/spec/${name}.spec.js`),
  guard: ['thrown', 'outcome', 'digest', 'options', 'read', 'decode', 'salvage', 'settle', 'run', '*'].map(
    (name) => `built/spec/guard/${name}.spec.js`
  )
}
const SLOWEST = ['built/spec/guard/memory.slow.spec.js', 'built/spec/codec/compile/limits.spec.js']
const SLOW = [
  ...SLOWEST,
  ...['hardening', 'codes', 'platform'].map((name) => `built/spec/guard/${name}.spec.js`),
  'built/spec/codec/compile/no-code-generation.spec.js'
]

// A spec that times the code would kill a mutant because the machine was busy, and one that counts what it drew needs
// all of its values.
const UNTIMED =
  '/^(?!.*(?:stays quick|takes no time|takes no longer|in milliseconds|well under a second|a hundred thousand errors|a million|on 10,000 values|is not broken by|of an answer of Postgres))/'

export default {
  mutate: files,
  testRunner: 'mocha',
  mochaOptions: {
    config: 'spec/mutation/mocharc.json',
    spec: SPECS[folder],
    ignore: again ? SLOWEST : SLOW,
    grep: UNTIMED
  },
  coverageAnalysis: 'perTest',
  // A mutant in what runs while a module is loaded needs a process of its own; the rules of the rooms are little else.
  ignoreStatic: folder !== 'rooms',
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 30,
  buildCommand: 'tsc -p spec/mutation/tsconfig.json',
  tsconfigFile: 'spec/mutation/tsconfig.json',
  ignorePatterns: [
    'built',
    'dist',
    'docs',
    'examples',
    'bench',
    'site',
    'fuzz',
    'spec/sdk',
    'spec/sdk-previous',
    'coverage',
    'spec/mutation/reports',
    'spec/adapters'
  ],
  tempDirName: 'spec/mutation/.sandbox',
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `spec/mutation/reports/${folder}-now.json` },
  allowEmpty: false,
  disableTypeChecks: false
}
