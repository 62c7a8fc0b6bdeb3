import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

const OUTPUT = new URL('../dist/fixtures/log-output.mjs', import.meta.url).href
const LINE = 1000
/** Three times what waits to be written, and more than any pipe holds. */
const LINES = 3200

/**
 * A process that logs many lines in turns of its event loop, then says on standard output how many it dropped and how
 * long the loop was held at most, and ends when its standard input does.
 */
const LOGGING = `
  const { openLogOutput } = await import('${OUTPUT}')
  const log = openLogOutput()
  let longestMs = 0
  const write = async (count, name) => {
    for (let i = 0; i < count; i++) {
      const startedAt = performance.now()
      log.write((name + i + ' ').padEnd(${LINE - 1}, 'x') + '\\n')
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      if (i % 50 === 0) await new Promise(setImmediate)
    }
    await new Promise(setImmediate)
  }
  const tell = () => process.stdout.write(JSON.stringify({ dropped: log.droppedLines, longestMs }) + '\\n')
  await write(${LINES}, 'early')
  tell()
  for await (const _ of process.stdin) {
    await write(1, 'late')
    tell()
  }
  process.exit(0)
`

interface Shown {
  readonly dropped: number
  readonly longestMs: number
}

function startLogging(stderr: number | 'pipe') {
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', LOGGING], {
    stdio: ['pipe', 'pipe', stderr],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  return {
    child,
    exit: once(child, 'exit'),
    reported: async (): Promise<Shown> => JSON.parse((await lines.next()).value),
    logMore: () => child.stdin?.write('more\n'),
    end: () => child.stdin?.end(),
  }
}

function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-log-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** Both ends of a pipe as a shell makes them. */
function openPipe() {
  const path = join(scratch(), 'pipe')
  execFileSync('mkfifo', [path])
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writing = openSync(path, constants.O_WRONLY)
  return { reading, writing }
}

test('lines for a pipe that nobody reads are dropped and counted, and the process neither waits nor lives on', async () => {
  const { reading, writing } = openPipe()
  const { reported, end, exit } = startLogging(writing)
  closeSync(writing)
  const { dropped, longestMs } = await reported()
  expect(dropped).toBeGreaterThan(LINES / 2)
  expect(dropped).toBeLessThan(LINES)
  expect(longestMs).toBeLessThan(1000)
  end()
  expect(await exit).toEqual([0, null])
  closeSync(reading)
})

test('so are those for a socket, and all are written when it is read at last', async () => {
  const { child, reported, logMore, end, exit } = startLogging('pipe')
  const { dropped } = await reported()
  expect(dropped).toBeGreaterThan(LINES / 2)
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  await expect.poll(() => log.length).toBe(LINE * (LINES - dropped))
  logMore()
  expect((await reported()).dropped).toBe(dropped)
  await expect.poll(() => log).toContain('late0')
  end()
  await exit
})

test('a reader that has left is no reason to end', async () => {
  const { reading, writing } = openPipe()
  closeSync(reading)
  const { reported, logMore, end, exit } = startLogging(writing)
  closeSync(writing)
  expect((await reported()).dropped).toBe(LINES)
  logMore()
  expect((await reported()).dropped).toBe(LINES + 1)
  end()
  expect(await exit).toEqual([0, null])
})

test('neither is a disk that is full', async () => {
  const full = openSync('/dev/full', 'w')
  const { reported, end, exit } = startLogging(full)
  closeSync(full)
  const { dropped } = await reported()
  expect(dropped).toBeGreaterThan(0)
  expect(dropped).toBeLessThan(LINES)
  end()
  expect(await exit).toEqual([0, null])
})

test('a file has every line that was not dropped when the process has ended', async () => {
  const path = join(scratch(), 'log')
  const file = openSync(path, 'w')
  const { reported, logMore, end, exit } = startLogging(file)
  closeSync(file)
  const early = await reported()
  logMore()
  const { dropped } = await reported() // the late line, too, if the disk is slow
  end()
  await exit
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(LINES + 1 - dropped)
  // Not in order: others were being written.
  expect(lines.some((line) => line.startsWith('late0 x'))).toBe(dropped === early.dropped)
})

test('a terminal that was stopped holds nothing up', async () => {
  // `script` is the terminal; what it shows, nobody reads.
  const { reading, writing } = openPipe()
  const program = `"${process.execPath}" --input-type=module -e "$LOGGING" </dev/null >"$SHOWN"`
  const reported = join(scratch(), 'told')
  const child = spawn('script', ['-qec', program, '/dev/null'], {
    env: { ...process.env, LOGGING, SHOWN: reported },
    stdio: ['ignore', writing, 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  closeSync(writing)
  await expect.poll(() => readFileSync(reported, { encoding: 'utf8', flag: 'a+' }), { timeout: 15_000 }).not.toBe('')
  const { dropped, longestMs } = JSON.parse(readFileSync(reported, 'utf8'))
  expect(dropped).toBeGreaterThan(0)
  expect(longestMs).toBeLessThan(1000)
  await expect.poll(() => canRead(reading)).toBe(true)
  closeSync(reading)
})

function canRead(file: number): boolean {
  try {
    return readSync(file, Buffer.alloc(1)) === 1
  } catch {
    return false // nothing has been written yet
  }
}
