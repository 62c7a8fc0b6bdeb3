import { expect, test } from 'vitest'
import { serverUrl } from './server-url.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8000'],
  ['0.0.0.0', 'http://127.0.0.1:8000'],
  ['::1', 'http://[::1]:8000'],
  ['::', 'http://[::1]:8000'],
  ['2001:db8::7', 'http://[2001:db8::7]:8000'],
  ['tts.example.com', 'http://tts.example.com:8000'],
])('a server that listens on %s is called at %s', (host, url) => {
  expect(serverUrl(host, 8000)).toBe(url)
  expect(new URL(url).origin).toBe(url)
})
