import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { curlCommand } from './curl-command.ts'

/** The arguments that a shell passes to curl. */
function argumentsOf(command: string): readonly string[] {
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
  return stdout.split('\0').slice(0, -1)
}

test('a shell passes every text and every parameter to curl as they are', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '`', '\n', '!', ' ', '%', '&', 'é', '😀', 'a') })
  fc.assert(
    fc.property(text, text, (spoken, speaker) => {
      const example = { summary: '', query: { speaker }, body: { text: spoken }, file: 'a.wav' }
      const credential = { header: 'Authorization', scheme: 'Bearer' }
      const [url = '', ...others] = argumentsOf(
        curlCommand({ method: 'POST', url: 'http://localhost/say', credential, example }),
      )
      expect(new URL(url).searchParams.get('speaker')).toBe(speaker)
      expect(others).toEqual([
        ...['-H', 'Authorization: Bearer YOUR_KEY', '-H', 'Content-Type: application/json'],
        ...['-d', JSON.stringify({ text: spoken }), '-o', 'a.wav'],
      ])
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['GET', undefined, []],
  ['POST', undefined, ['-X', 'POST']],
  ['POST', {}, []],
  ['PUT', {}, ['-X', 'PUT']],
  ['DELETE', undefined, ['-X', 'DELETE']],
])('%s with the body %o names its method if curl would choose another', (method, body, expected) => {
  const request = { method, url: 'http://localhost/', credential: undefined, example: { summary: '', body } }
  const args = argumentsOf(curlCommand(request))
  expect(args.slice(0, args.indexOf('http://localhost/'))).toEqual(expected)
})
