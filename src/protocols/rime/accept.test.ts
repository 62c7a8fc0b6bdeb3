import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODEC_NAMES } from '../../audio/codecs.ts'
import { isSpeechError } from '../../core/errors.ts'
import { MODEL_IDS } from '../../core/model.ts'
import { createSpeechBodySchemas, parseSpeechBody } from '../../server/bodies/speech-body.ts'
import { type Answer, chooseAnswer } from './accept.ts'

const schemas = createSpeechBodySchemas({ deployment: 'cloud', maxTextLength: 100, defaultSpeaker: null })
const bodies = MODEL_IDS.map((modelId) => parseSpeechBody(schemas, { text: 'x', speaker: 'luna', modelId }))

const names = [
  ...['audio/wav', 'Audio/PCM', 'audio/ogg', 'audio/webm', 'audio/mp3', 'audio/basic', 'audio/opus', 'audio/flac'],
  ...['text/event-stream', 'text/html', 'audio/*', '*/*'],
]
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

/** Undefined if it is refused. */
function answerTo(accept: string, body: (typeof bodies)[number]): Answer | undefined {
  try {
    return chooseAnswer(accept, body)
  } catch (error) {
    if (isSpeechError(error) && error.code === 'format.unsupported') return undefined
    throw error
  }
}

test('C-synth-3: whatever Accept says, the type of the answer is one that was asked for', () => {
  fc.assert(
    fc.property(fc.oneof(likely, fc.string({ maxLength: 60 })), fc.constantFrom(...bodies), (accept, body) => {
      const answer = answerTo(accept, body)
      if (answer === undefined) return void expect(accept.toLowerCase()).toContain('audio/')
      expect(CODEC_NAMES).toContain(answer.codec)
      if (answer.kind === 'json') return
      const isWildcard = accept === '' || accept.includes('*')
      const [name = '', codec = ''] = answer.contentType.split(/(?=;)/)
      expect(isWildcard || (accept.includes(name) && accept.includes(codec))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('O-synth-8: Accept is refused where it names audio types only, and none that is coded', () => {
  const quality = fc.constantFrom('', ';q=1', ';q=0.1', '; rate=8000')
  const listOf = (choices: readonly string[]) =>
    fc.array(
      fc.tuple(fc.constantFrom(...choices), quality).map(([name, rest]) => name + rest),
      { maxLength: 4 },
    )
  const absent = ['audio/midi', 'audio/amr', 'audio/ogg;codecs=vorbis', 'AUDIO/X-AIFF', 'audio/wav;q=0']
  const present = ['audio/wav', 'audio/vnd.wave', 'audio/PCMU', 'audio/mpeg', 'audio/webm;codecs=opus', 'audio/*']
  const others = ['text/html', 'application/json', 'image/*']
  fc.assert(
    fc.property(
      listOf(absent).filter(({ length }) => length > 0),
      listOf(present),
      listOf(others),
      fc.constantFrom(...bodies),
      (absent, present, others, body) => {
        const accept = [...absent, ...present, ...others].join(', ')
        const answer = answerTo(accept, body)
        expect(answer === undefined).toBe(present.length === 0 && others.length === 0)
        if (present.length === 0) expect(answer?.kind ?? 'json').toBe('json')
        if (others.length === 0 && present.length > 0) expect(answer?.kind).toBe('stream')
      },
    ),
    { numRuns: 1000 },
  )
})

test.each(['audio/ogg,', '; codecs=', 'text/event-stream,', '"', ';', ' '])(
  'a header of 16 KB of %j is answered too',
  (piece) => {
    for (const body of bodies) expect(answerTo(piece.repeat(16_384 / piece.length), body)).toBeDefined()
  },
)
