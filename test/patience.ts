import { vi } from 'vitest'

// vitest has no setting for this default. Its own, a second, is too short on a busy machine.
const TIMEOUT_MS = 30_000

const { waitFor } = vi
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options })
