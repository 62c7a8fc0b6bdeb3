import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { SpeechError } from '../../core/errors.ts'
import type { LeveledVoice } from '../../core/voice.ts'
import { createEngineHealth } from './voice-health.ts'

const TIMBRE = { formantRatio: 1, pitchMeanHz: 150, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
const voiceOf = (engine: string): LeveledVoice => ({ engine, base: 'one', timbre: TIMBRE, gainDb: 0 })
const [NATURAL, PACKED] = [voiceOf('natural'), voiceOf('pack')]
const BROKEN = new SpeechError('engine.crashed', 'a trap')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
})

function start() {
  const [reported, ofPacks]: [object[], string[]] = [[], []]
  const packs = {
    isUsable: () => false,
    reportFailure: ({ engine }: LeveledVoice) => void ofPacks.push(engine),
  }
  const health = createEngineHealth({ packs, maxFailures: 3, report: (failure) => void reported.push(failure) })
  return { health, reported, ofPacks }
}

describe('a better engine', () => {
  test('is out of use for a minute after three failures within a minute', () => {
    const { health, reported } = start()
    health.reportFailure(NATURAL, BROKEN)
    vi.advanceTimersByTime(61_000)
    for (let i = 0; i < 2; i++) health.reportFailure(NATURAL, BROKEN)
    expect([health.isUsable(NATURAL), health.failed, reported]).toEqual([true, [], []])
    health.reportFailure(NATURAL, BROKEN)
    health.reportFailure(NATURAL, BROKEN)
    expect([health.isUsable(NATURAL), health.failed]).toEqual([false, ['natural']])
    expect(reported).toEqual([{ engine: 'natural', reason: 'a trap' }])
    vi.advanceTimersByTime(61_000)
    expect([health.isUsable(NATURAL), health.failed]).toEqual([true, []])
  })

  test('is out of use at once if it did not warm up; other engines are not', () => {
    const { health } = start()
    health.fail('flite', 'cold')
    expect(health.failed).toEqual([])
    health.fail('natural', 'cold')
    expect([health.isUsable(NATURAL), health.failed]).toEqual([false, ['natural']])
  })
})

test('what is known of packs is asked and told there', () => {
  const { health, ofPacks } = start()
  expect(health.isUsable(PACKED)).toBe(false)
  health.reportFailure(PACKED, BROKEN)
  expect([ofPacks, health.failed]).toEqual([['pack'], []])
})
