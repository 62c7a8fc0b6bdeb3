import { expect, test } from 'vitest'
import type { Job } from '../../core/job.ts'
import { settingsOfJob } from './job-settings.ts'

const stored = (settings: object) => settingsOfJob({ settings: JSON.stringify(settings) } as Job).rate

test('jobs that were stored until 0.2 are spoken at the rate they asked for', () => {
  expect(stored({ model: 'coda', speedAlpha: 2 })).toBe(2)
  expect(stored({ model: 'mistv2', speedAlpha: 2 })).toBe(0.5)
  expect(stored({ model: 'mistv2', speedAlpha: 2, timeScaleFactor: 0.8 })).toBe(1.25)
  expect(stored({ model: 'coda', speedAlpha: 1, timeScaleFactor: 10 })).toBe(0.4)
  expect(stored({ model: 'mistv2', rate: 1.5 })).toBe(1.5)
})
