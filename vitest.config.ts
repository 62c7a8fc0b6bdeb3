import { defineConfig } from 'vitest/config'
import type { Reporter, TestModule } from 'vitest/node'

/** Closes a run with one line that any tool can read: `N passed, N failed, N skipped`. */
const plainSummary: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++
      if (module.errors().length > 0) count.failed++
    }
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  },
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    // Worker threads and the command line run as they ship: from dist/, which this builds first.
    globalSetup: ['test/build-first.ts'],
    setupFiles: ['test/property-seed.ts', 'test/patience.ts'],
    // Bounds, not expectations: on a busy machine everything takes several times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', plainSummary],
  },
})
