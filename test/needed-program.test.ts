import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { canTestWith } from '../scripts/needed-program.ts'

describe('what needs a program', () => {
  const printed: string[] = []
  beforeEach(() => {
    printed.length = 0
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
    onTestFinished(() => write.mockRestore())
    onTestFinished(() => void vi.unstubAllEnvs())
  })

  test.each([undefined, '', '0', 'false'])(
    'is skipped without it on the machine of a developer, which is said (CI=%s)',
    (ci) => {
      vi.stubEnv('CI', ci)
      expect(canTestWith('sox', false)).toBe(false)
      expect(printed).toEqual(['sox is missing: what needs it is skipped\n'])
    },
  )

  test.runIf(process.platform === 'linux').each(['1', 'true'])('fails without it in CI (CI=%s)', (ci) => {
    vi.stubEnv('CI', ci)
    expect(() => canTestWith('sox', false)).toThrow('sox is missing: in CI, nothing is skipped for want of a program')
    expect(printed).toEqual([])
  })

  test.each([undefined, 'true'])('is tested with it (CI=%s)', (ci) => {
    vi.stubEnv('CI', ci)
    expect([canTestWith('sox', true), printed]).toEqual([true, []])
  })
})
