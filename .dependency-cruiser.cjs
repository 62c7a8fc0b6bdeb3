// The floors of docs/architecture.md. Imports run down only, never sideways between neighbours, never in a circle.
const FLOORS = [
  ['core'],
  ['contract', 'text', 'lexicon', 'voices', 'audio', 'engines', 'store'],
  ['app', 'workers'],
  ['http', 'cli'],
  ['main'],
]
const inside = (...names) => `^src/(${names.join('|')})/`
const rule = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    ...FLOORS.slice(0, -1).map((floor, i) =>
      rule(
        `floor-${i}-imports-nothing-above`,
        { path: inside(...floor) },
        { path: inside(...FLOORS.slice(i + 1).flat()) },
      ),
    ),
    ...FLOORS.filter((floor) => floor.length > 1).flatMap((floor) =>
      floor.map((name) =>
        rule(
          `${name}-imports-no-neighbour`,
          { path: inside(name) },
          { path: inside(...floor.filter((n) => n !== name)) },
        ),
      ),
    ),
    rule('core-is-pure', { path: inside('core') }, { dependencyTypes: ['core', 'npm'] }),
    rule(
      'engines-are-picked-in-main-and-workers',
      { pathNot: inside('main', 'workers', 'engines') },
      { path: inside('engines') },
    ),
    rule('the-store-is-picked-in-main', { pathNot: inside('main', 'store') }, { path: inside('store') }),
    rule('wire-shapes-stay-at-the-edge', { path: inside('app', 'workers') }, { path: inside('contract') }),
    rule('subfolders-are-private', { path: '^src/([^/]+)/' }, { path: '^src/[^/]+/[^/]+/', pathNot: '^src/$1/' }),
    rule(
      'engines-and-stores-stand-alone',
      { path: '^src/(engines|store)/([^/]+)/' },
      { path: '^src/(engines|store)/[^/]+/', pathNot: '^src/$1/$2/' },
    ),
    rule('no-cycles', {}, { circular: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    exclude: '\\.test\\.ts$',
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: 'node_modules',
  },
}
