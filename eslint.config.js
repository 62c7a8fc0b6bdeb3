import tseslint from 'typescript-eslint'

// Biome lints syntax; these three rules need types. Lost promises are this service's likeliest bug.
export default tseslint.config({
  files: ['**/*.ts', '**/*.tsx'],
  ignores: ['**/*_pb.ts'], // generated
  languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
  plugins: { '@typescript-eslint': tseslint.plugin },
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  rules: {
    '@typescript-eslint/no-floating-promises': 'error',
    // React ignores what handlers return.
    '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    '@typescript-eslint/switch-exhaustiveness-check': 'error',
  },
})
