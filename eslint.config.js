import tseslint from 'typescript-eslint'

// Biome lints syntax; these rules need scopes or types. Lost promises are this service's likeliest bug.
export default tseslint.config(
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    ignores: ['**/*_pb.ts'], // generated
    languageOptions: { parser: tseslint.parser, globals: { global: false, self: false, window: false } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // As a value; the type is free.
      'no-restricted-globals': [
        'error',
        {
          globals: [
            {
              name: 'AbortSignal',
              message:
                'Node 20 may collect AbortSignal.any and AbortSignal.timeout while work waits for them: use anyOf or deadline of src/core/abort.ts.',
            },
          ],
          checkGlobalObject: true,
          globalObjects: ['global', 'globalThis', 'self', 'window'],
        },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['**/*_pb.ts', 'dashboard/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      // React ignores what handlers return.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // What `using` holds must not end before the promise that is returned.
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
)
