// Loaded into every thread of the server: at SIGUSR2 one synthesis thread ends, as nothing outside could make it. The threads
// end in turn by an exit, an error that nobody catches, and by filling their memory. SOAK_THREADS is a file that grows by a byte for
// each synthesis thread that starts.
const { appendFileSync } = require('node:fs')
const { BroadcastChannel, isMainThread, threadId, workerData } = require('node:worker_threads')

const channel = new BroadcastChannel('soak: end of a thread')
channel.unref()

const WAYS = [
  () => process.exit(3),
  () => {
    throw new Error('the soak ends this thread')
  },
  () => {
    const kept = []
    for (;;) kept.push(new Array(100_000).fill(kept.length))
  },
]

if (isMainThread) {
  const threads = []
  let ended = 0
  channel.onmessage = ({ data }) => {
    threads.push(data.started)
    appendFileSync(process.env.SOAK_THREADS, '.')
  }
  process.on('SIGUSR2', () => {
    channel.postMessage({ ending: threads.shift(), way: ended++ % WAYS.length })
  })
} else if (workerData?.warmUp !== undefined) {
  channel.postMessage({ started: threadId })
  channel.onmessage = ({ data }) => {
    if (data.ending === threadId) setImmediate(WAYS[data.way])
  }
}
