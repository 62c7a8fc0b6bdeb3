import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSpeechBodySchemas, parseSpeechBody } from '../contract/speech-body.ts'
import { CODECS } from '../core/audio.ts'
import { MODEL_IDS } from '../core/model.ts'
import { chooseAnswer } from './accept.ts'

const schemas = createSpeechBodySchemas({ deployment: 'cloud', maxTextLength: 100 })
const bodies = MODEL_IDS.map((modelId) => parseSpeechBody(schemas, { text: 'x', speaker: 'luna', modelId }))

const names = ['audio/wav', 'Audio/PCM', 'audio/ogg', 'audio/webm', 'audio/mp3', 'text/event-stream', 'audio/*', '*/*']
const parameters = [
  '',
  ';codecs=opus',
  ' ; codecs = "opus"',
  ';codecs=vorbis',
  ';q=0',
  ';q=0.5',
  ';q=9',
  ';rate=8000',
  ';;',
  '"',
]
const entry = fc.tuple(fc.constantFrom(...names), fc.array(fc.constantFrom(...parameters), { maxLength: 3 }))
const likely = fc
  .array(
    entry.map(([name, rest]) => name + rest.join('')),
    { maxLength: 6 },
  )
  .map((entries) => entries.join(','))

test('C-synth-3: whatever Accept says there is an answer, and its type is one that was asked for', () => {
  fc.assert(
    fc.property(fc.oneof(likely, fc.string({ maxLength: 60 })), fc.constantFrom(...bodies), (accept, body) => {
      const answer = chooseAnswer(accept, body)
      expect(CODECS).toContain(answer.codec)
      if (answer.kind === 'json') return
      const isWildcard = answer.contentType === 'audio/wav' && (accept === '' || accept.includes('*'))
      const [name = '', codec = ''] = answer.contentType.split(/(?=;)/)
      expect(isWildcard || (accept.includes(name) && accept.includes(codec))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test.each(['audio/ogg,', '; codecs=', 'text/event-stream,', '"', ';', ' '])(
  'a header of 16 KB of %j is answered too',
  (piece) => {
    for (const body of bodies) expect(chooseAnswer(piece.repeat(16_384 / piece.length), body)).toBeDefined()
  },
)
