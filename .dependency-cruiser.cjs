// The layers of docs/architecture.md. Imports run down only, never sideways between neighbours, never in a circle.
const LAYERS = [
  ['core'],
  ['languages', 'input'],
  ['text', 'lexicon', 'voices', 'packs', 'audio', 'engines', 'store', 'files'],
  ['app', 'workers'],
  ['server'],
  ['protocols'],
  ['endpoints'],
  ['benchmark', 'doctor'],
  ['diff', 'entities'],
  ['cli'],
  ['main'],
]
const inside = (...names) => `^src/(${names.join('|')})/`
const rule = (name, from, to) => ({ name, severity: 'error', from, to })

// Private files that have users outside src/, and why.
const PRIVATE_FILES_OF_TOOLS = [
  '^src/lexicon/(g2p|word-list)/', // scripts train the model and compile the word list that these read
  '^src/workers/(thread|pool)/', // measured and simulated without threads
  '^src/engines/pack/families/', // measured by itself
  '^src/store/sqlite/', // tests run it without a thread
  '^src/app/speech/internal/', // spoken by tests without a pool
]

module.exports = {
  forbidden: [
    ...LAYERS.slice(0, -1).map((layer, i) =>
      rule(
        `layer-${i}-imports-nothing-above`,
        { path: inside(...layer) },
        { path: inside(...LAYERS.slice(i + 1).flat()) },
      ),
    ),
    ...LAYERS.filter((layer) => layer.length > 1).flatMap((layer) =>
      layer.map((name) =>
        rule(
          `${name}-imports-no-neighbour`,
          { path: inside(name) },
          { path: inside(...layer.filter((n) => n !== name)) },
        ),
      ),
    ),
    rule('core-is-pure', { path: inside('core') }, { dependencyTypes: ['core', 'npm'] }),
    rule(
      'engines-are-picked-in-main-and-workers',
      { path: '^src/', pathNot: inside('main', 'workers', 'engines') },
      { path: inside('engines') },
    ),
    rule(
      'engine-threads-load-no-language-rules',
      { path: inside('engines', 'workers') },
      { path: '^src/languages/languages\\.ts$' },
    ),
    rule('the-store-is-picked-in-main', { path: '^src/', pathNot: inside('main', 'store') }, { path: inside('store') }),
    rule('files-are-picked-in-main', { path: '^src/', pathNot: inside('main', 'files') }, { path: inside('files') }),
    rule(
      'subfolders-are-private',
      { path: '^src/([^/]+)/' },
      {
        path: '^src/[^/]+/[^/]+/',
        pathNot: ['^src/$1/', '^src/(app|server|protocols)/[^/]+/[^/]+$'],
      },
    ),
    // app/ and server/ have rooms: the files directly in one are public, its subfolders are private.
    rule(
      'internals-of-rooms-are-private',
      { path: '^src/(app|server)/([^/]+)' },
      { path: '^src/(app|server)/[^/]+/[^/]+/', pathNot: '^src/$1/$2/' },
    ),
    // Parts of several engines: engines/sounds/ reads texts as sounds, in most languages by the rules of eSpeak,
    // engines/phrases/ cuts utterances into phrases and marks their words, engines/spectra/ has the Fourier transform;
    // languages/reading/ has the rules that languages share, store/statements/ the statements that stores share,
    // protocols/rime-messages/ the messages of Rime v1 and of gRPC.
    rule(
      'languages-engines-stores-and-protocols-stand-alone',
      { path: '^src/(languages|engines|store|protocols)/([^/]+)/', pathNot: '^src/engines/(sounds|phrases|spectra)/' },
      {
        path: '^src/(languages|engines|store|protocols)/[^/]+/',
        pathNot: [
          '^src/$1/$2/',
          '^src/engines/(sounds|phrases|spectra)/[^/]+$',
          '^src/languages/reading/[^/]+$',
          '^src/store/statements/[^/]+$',
          '^src/protocols/rime-messages/[^/]+$',
        ],
      },
    ),
    rule(
      'sounds-use-no-engine-but-espeak',
      { path: '^src/engines/sounds/' },
      { path: '^src/engines/[^/]+/', pathNot: '^src/engines/(sounds|espeak)/[^/]+$' },
    ),
    rule(
      'phrases-and-spectra-use-no-engine',
      { path: '^src/engines/(phrases|spectra)/' },
      { path: '^src/engines/[^/]+/', pathNot: '^src/engines/($1|sounds)/' },
    ),
    rule('the-dashboard-shares-pure-functions', { path: '^dashboard/' }, { path: '^src/', pathNot: inside('core') }),
    // What runs beside the program: measurements, scripts, training, tests, the dashboard.
    rule('the-program-stands-alone', { path: '^src/' }, { path: '^(bench|scripts|training|test|dashboard)/' }),
    rule('no-test-is-imported', {}, { path: '\\.test\\.ts$' }),
    rule(
      'tools-use-public-files',
      { path: '^(bench|scripts|training|test)/', pathNot: '^test/simulation/' },
      {
        path: '^src/[^/]+/[^/]+/',
        pathNot: ['^src/(app|server|protocols|engines|languages)/[^/]+/[^/]+$', ...PRIVATE_FILES_OF_TOOLS],
      },
    ),
    rule(
      'bench-measures-the-program-by-its-ports',
      { path: '^bench/' },
      { path: inside('server', 'cli', 'store', 'files', 'main') },
    ),
    rule(
      'training-knows-no-protocol',
      { path: '^training/' },
      { path: inside('server', 'protocols', 'cli', 'store', 'files') },
    ),
    rule('scripts-open-no-store', { path: '^scripts/' }, { path: inside('cli', 'store', 'files') }),
    rule('no-cycles', {}, { circular: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    exclude: '^src/.*\\.test\\.ts$',
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: 'node_modules',
  },
}
