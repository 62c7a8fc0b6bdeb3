import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readBounded } from './read-bounded.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-input-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function newPipe(): string {
  const pipe = join(newFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  return pipe
}

/** Something that writes to a pipe until the test ends. */
function shell(script: string, pipe: string): void {
  const child = spawn('sh', ['-c', script, 'sh', pipe], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
}

test.each([0, 1, 65_535, 65_536, 65_537, 100_000])('a file of %i bytes is read as it is', (length) => {
  const file = join(newFolder(), 'file')
  const bytes = Buffer.alloc(length, 'content')
  writeFileSync(file, bytes)
  expect(readBounded(file, 100_000).equals(bytes)).toBe(true)
})

test('a file that is longer is refused, and of one without an end no more is read', () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, Buffer.alloc(2 ** 16 + 1))
  expect(() => readBounded(file, 2 ** 16)).toThrow('longer than 64 KiB')
  expect(() => readBounded('/dev/zero', 2 ** 20)).toThrow('longer than 1 MiB')
})

test('a pipe is read to its end, also if its writer comes later and writes in pieces', () => {
  const pipe = newPipe()
  shell('sleep 0.2; { echo one; sleep 0.2; echo two; } > "$1"', pipe)
  expect(readBounded(pipe, 100).toString()).toBe('one\ntwo\n')
})

test.each(['exec sleep 60 > "$1"', '{ echo one; exec sleep 60; } > "$1"', 'exec yes 2> "$1"'])(
  'a pipe that does not end is given up: %s',
  (script) => {
    const pipe = newPipe()
    shell(script, pipe)
    expect(() => readBounded(pipe, 2 ** 30, 500)).toThrow('no end within 0.5 s')
  },
)

test('a pipe that is written to without end is refused', () => {
  const pipe = newPipe()
  shell('exec yes > "$1"', pipe)
  expect(() => readBounded(pipe, 2 ** 16)).toThrow('longer than 64 KiB')
})

test('a pipe that nobody writes to is given up', () => {
  expect(() => readBounded(newPipe(), 100, 200)).toThrow('no end within 0.2 s')
})

test.each([
  ['/', 'EISDIR'],
  ['/nowhere/file', 'ENOENT'],
])('%s cannot be read', (path, code) => {
  expect(() => readBounded(path, 100)).toThrow(expect.objectContaining({ code }))
})

test('nothing is empty', () => {
  expect(readBounded('/dev/null', 100)).toHaveLength(0)
})
