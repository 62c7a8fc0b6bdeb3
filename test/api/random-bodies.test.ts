import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MODEL_IDS } from '../../src/core/model.ts'
import { startTestService } from './test-service.ts'

// What a refusal may say: the sentences of the contract, and none that leaks an inside.
const SENTENCES = [
  'request body is required',
  'request body is not valid (JSON|UTF-8)',
  'payload must be an object',
  '(text|speaker) is required',
  '(text|speaker|lang|audioFormat) must be a string',
  'text must not be empty',
  'text is too long',
  'Speaker not found',
  'Language [^]* is not supported for model (coda|arcana|mistv3|mistv2)\\nsupported languages: [a-z, ]+',
  'none of the audio types in Accept is supported\\nsupported types: .+',
  'audioFormat must be one of wav, mp3, ogg, flac, pcm, mulaw, alaw',
  '(samplingRate|max_tokens) must be an integer',
  '(speedAlpha|timeScaleFactor|temperature|top_p|repetition_penalty) must be a number',
  '(pauseBetweenBrackets|phonemizeBetweenBrackets|noTextNormalization|saveOovs) must be a boolean',
  'samplingRate must be one of [0-9, ]+',
  '(samplingRate|max_tokens) must be between [0-9]+ and [0-9]+',
  '(speedAlpha|repetition_penalty) must be greater than 0',
  'temperature must be at least 0',
  'top_p must be greater than 0 and at most 1',
  'inlineSpeedAlpha must be a comma-separated list of positive numbers',
]
const SENTENCE = new RegExp(`^(${SENTENCES.join('|')})$`)

const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(0, 1, -1, 0.5, 8000, 24_000, true, false, null, '', '1', 'wav', 'eng'),
)
const sometimes = <T>(likely: fc.Arbitrary<T>) =>
  fc.option(fc.oneof({ weight: 3, arbitrary: likely as fc.Arbitrary<unknown> }, anything))

const body = fc.record(
  {
    text: fc.oneof({ weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 600 }) }, anything),
    speaker: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('luna', 'astra', 'sakura', 'raiden', 'nobody-at-all') },
      anything,
    ),
    modelId: sometimes(fc.constantFrom(...MODEL_IDS, 'arcanav3', 'mist')),
    lang: sometimes(fc.constantFrom('eng', 'es', 'ja', 'heb')),
    audioFormat: sometimes(fc.constantFrom('wav', 'pcm', 'mulaw', 'mp3')),
    samplingRate: sometimes(fc.constantFrom(8000, 22_050, 44_100)),
    speedAlpha: sometimes(fc.double({ min: 0, max: 4, noNaN: true })),
    timeScaleFactor: sometimes(fc.double({ noNaN: true, noDefaultInfinity: true })),
    max_tokens: sometimes(fc.integer({ min: 100, max: 6000 })),
    temperature: sometimes(fc.double({ min: 0, max: 2, noNaN: true })),
    top_p: sometimes(fc.double({ min: 0, max: 2, noNaN: true })),
    inlineSpeedAlpha: sometimes(fc.string({ unit: fc.constantFrom('1', '.', ',', ' ', '-', 'e') })),
    pauseBetweenBrackets: sometimes(fc.boolean()),
  },
  { requiredKeys: [] },
)
const sent = fc.oneof(
  { weight: 6, arbitrary: body.map((fields) => JSON.stringify(fields)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => new Uint8Array(bytes)) },
)
const accept = fc.oneof(
  fc.constantFrom('*/*', 'audio/wav', 'application/json', 'audio/pcm', 'audio/PCMU;q=0.5'),
  fc.string({ unit: fc.constantFrom(...'audio/wv*;q=0.51, json') }),
)

test('Errors: whatever comes, it is spoken or refused in the contract’s words', async () => {
  const service = await startTestService()
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(sent, accept, async (bytes, accept) => {
      const answer = await service.speech(bytes, { accept })
      seen.add(answer.status)
      if (answer.status === 200) return void (await answer.arrayBuffer())
      expect([400, 406]).toContain(answer.status)
      expect(await answer.text()).toMatch(SENTENCE)
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    }),
    { numRuns: 500 },
  )
  expect([...seen].sort()).toEqual(expect.arrayContaining([200, 400]))
})
