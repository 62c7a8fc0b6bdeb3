import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the compiled kernels are what their sources compile to', () => {
  const script = fileURLToPath(new URL('../scripts/compile-kernels.ts', import.meta.url))
  const compile = () =>
    execFileSync(process.execPath, ['--import', './scripts/typescript.js', script, '--check'], { stdio: 'pipe' })
  expect(compile).not.toThrow()
})
