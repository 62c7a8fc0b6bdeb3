import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Runs a script as `npm run` does those of this repository. */
function run(script: string) {
  const folder = mkdtempSync(join('scripts', '.test-')) // from where packages are found
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'script.ts')
  writeFileSync(path, script)
  return spawnSync(process.execPath, ['--import', './scripts/typescript.js', path], { encoding: 'utf8' })
}

test('an error in one turn of a loop with a `using` is not thrown by the next', () => {
  const { stdout, stderr } = run(`
    const turns: unknown[] = []
    for (let turn = 0; turn < 3; turn++) {
      try {
        using _ = { [Symbol.dispose]() {} }
        if (turn === 0) throw new Error('once')
        turns.push(turn)
      } catch (error) {
        turns.push((error as Error).message)
      }
    }
    console.log(JSON.stringify(turns))`)
  expect([stdout, stderr]).toEqual(['["once",1,2]\n', ''])
})

test('a stack has the lines of the source, and a fault of syntax its file', () => {
  expect(run('interface A {}\n\n\nthrow new Error("here")').stderr).toContain('script.ts:4:7')
  expect(run('const = 1').stderr).toMatch(/script\.ts: /)
})
