import tseslint from 'typescript-eslint'

// Biome lints syntax; three of these rules need types. Lost promises are this service's likeliest bug.
export default tseslint.config({
  files: ['**/*.ts', '**/*.tsx'],
  ignores: ['**/*_pb.ts'], // generated
  languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
  plugins: { '@typescript-eslint': tseslint.plugin },
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  rules: {
    'no-restricted-properties': [
      'error',
      ...['any', 'timeout'].map((property) => ({
        object: 'AbortSignal',
        property,
        message: 'Node 20 may collect it while work waits for it: use anyOf or deadline of src/core/abort.ts.',
      })),
    ],
    '@typescript-eslint/no-floating-promises': 'error',
    // React ignores what handlers return.
    '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    '@typescript-eslint/switch-exhaustiveness-check': 'error',
  },
})
