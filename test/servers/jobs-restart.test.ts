import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SPEECH, startJobServer } from '../job-server.ts'

const CHAPTER = `${'The quick brown fox jumps over the lazy dog, and 25 of them did so on 3 May. '.repeat(9)}\n\n`
const TEXT = ['One', 'Two'].map((title) => `# ${title}\n\n${CHAPTER}`).join('')

test('a server that is killed in the middle of a chapter goes on after the last finished part, to the same bytes', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-jobs-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const first = await startJobServer(directory)
  const speech = { ...SPEECH, text: TEXT, captions: ['srt', 'json'] }
  const init = { body: JSON.stringify(speech) }
  const id = await first.submit(TEXT, init)
  const folder = join(directory, 'data/jobs', id)
  // The second part is being written, the first one is kept.
  await expect.poll(() => readdirSync(folder).join(), { interval: 1 }).toContain('part-of-part-1.pcm')
  await first.kill()
  expect(readdirSync(folder)).not.toContain('result.wav')

  const second = await startJobServer(directory)
  const interrupted = await second.resultOf(id)
  const other = await second.submit(TEXT, init)
  const undisturbed = await second.resultOf(other)
  expect(interrupted.length).toBeGreaterThan(60 * 48_000)
  expect(interrupted.equals(undisturbed)).toBe(true)
  for (const captions of ['srt', 'json']) {
    const captionsOf = async (of: string) => (await second.ask(`jobs/${of}/result?captions=${captions}`)).text()
    expect(await captionsOf(id)).toBe(await captionsOf(other))
  }
  await expect
    .poll(() => readdirSync(folder).toSorted())
    .toEqual(
      ['chapter-1', 'chapter-2', 'result'].flatMap((name) => ['json', 'srt', 'wav'].map((type) => `${name}.${type}`)),
    )
}, 240_000)
