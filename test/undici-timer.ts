import { createRequire } from 'node:module'

/**
 * undici has one timer for all its time limits, made with the first of them and kept. Test files of a worker share it: made
 * while one of them fakes timers, it would never run out again.
 */
const timers = createRequire(import.meta.url)('undici/lib/util/timers.js')
timers.clearFastTimeout(timers.setFastTimeout(() => {}, 2000))
