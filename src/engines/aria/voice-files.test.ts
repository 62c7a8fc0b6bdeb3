import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAriaEngine } from './aria-engine.ts'
import { checkVoiceFiles } from './voice-files.ts'
import { openVoiceFolder } from './voice-folder.ts'

const SHIPPED = new URL('../../../voices/aria/', import.meta.url)

describe('the files of a voice', () => {
  let path: string
  const folder = () => pathToFileURL(`${path}/`)
  const change = (edit: (manifest: Record<string, unknown>) => unknown) => {
    const manifest = JSON.parse(readFileSync(join(path, 'voice.json'), 'utf8'))
    writeFileSync(join(path, 'voice.json'), JSON.stringify(edit(manifest)))
  }
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'hoarfrost-voice-'))
    cpSync(SHIPPED, path, { recursive: true })
  })
  afterEach(() => rmSync(path, { recursive: true }))

  test('as shipped are at most 15 MB and what the manifest says', () => {
    checkVoiceFiles(SHIPPED)
    const { acoustic, voicing, vocoder } = openVoiceFolder(SHIPPED)
    const bytes = [acoustic, voicing, vocoder].map((file) => statSync(file).size)
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(15e6)
  })

  test('are refused where one is missing, or not the one that was named', async () => {
    const bytes = readFileSync(join(path, 'vocoder.onnx'))
    bytes[1000] = (bytes[1000] ?? 0) ^ 1
    writeFileSync(join(path, 'vocoder.onnx'), bytes)
    expect(() => checkVoiceFiles(folder())).toThrow('vocoder.onnx is not the file that voice.json names')
    rmSync(join(path, 'vocoder.onnx'))
    expect(() => checkVoiceFiles(folder())).toThrow('vocoder.onnx')
    rmSync(join(path, 'voice.json'))
    for (const use of ['check', 'load'] as const) {
      await expect(createAriaEngine(folder())[use]?.()).rejects.toMatchObject({ code: 'engine.unusable' })
    }
  })

  test.each([
    ['voice.json: format: ', { format: 2 }],
    ['voice.json: sampleRateHz: ', { sampleRateHz: 16_000 }],
    ['voice.json: vocoder.framesBefore: ', { vocoder: { file: 'a', sha256: '0'.repeat(64) } }],
    ['voice.json: acoustic.file: ', { acoustic: { file: '../secret', sha256: '0'.repeat(64) } }],
    ['voice.json: symbols: ^ . ? , - missing', { symbols: ['_'] }],
    [
      'voice.json: modifiers: not those that words are written with',
      { modifiers: ['', 'ʰ', 'ː', '\u0303', 'ʲ', 'ᵝ', 'ː\u0303'] },
    ],
    ['voice.json: speakers: ', { speakers: [] }],
    ['voice.json: speakers: a speaker has a language that is not in `languages`', { languages: ['spa'] }],
  ])('are refused with what is wrong in the manifest: %s', (message, changes) => {
    change((manifest) => ({ ...manifest, ...changes }))
    expect(() => checkVoiceFiles(folder())).toThrow(message)
  })

  test('are refused where the manifest is none', () => {
    change(() => null)
    expect(() => checkVoiceFiles(folder())).toThrow('voice.json: the file: ')
    writeFileSync(join(path, 'voice.json'), '{')
    expect(() => checkVoiceFiles(folder())).toThrow('voice.json is not JSON')
  })
})
