import { expect, test } from 'vitest'
import { EspeakInstance } from '../../espeak/espeak-instance.ts'
import { KOKORO_IDS } from '../../phrases/kokoro-symbols.ts'
import { espeakSounds, nearestSound } from '../../sounds/espeak-sounds.ts'

test.each([
  ['es', 'abcdefghijklmnñopqrstuvwxyzáéíóúü'],
  ['fr', 'abcdefghijklmnopqrstuvwxyzàâæçéèêëîïôœùûüÿ'],
  ['pt-br', 'abcdefghijklmnopqrstuvwxyzáâãàçéêíóôõú'],
  ['it', 'abcdefghijklmnopqrstuvwxyzàèéìòù'],
  ['nl', 'abcdefghijklmnopqrstuvwxyzéèëïöü'],
  ['de', 'abcdefghijklmnopqrstuvwxyzäöüß'],
  ['hi', 'अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहड़ढ़ज़फ़ािीुूृेैोौंँः'],
  ['ar', 'ابتثجحخدذرزسشصضطظعغفقكلمنهويةءآأإؤئىًٌٍَُِّ'],
  ['en-us', 'abcdefghijklmnopqrstuvwxyz'],
])('Kokoro’s symbols say every phoneme that eSpeak makes of pairs of letters in %s', async (voice, alphabet) => {
  using espeak = await EspeakInstance.load()
  const phonemes = new Set<string>()
  for (const first of alphabet) {
    const text = [...alphabet].flatMap((second) => [`${first}${second}a`, `a${first}${second}n`]).join(' ')
    espeak.synthesize(voice, { wordsPerMinute: 450, pitch: 50, range: 50 }, text, (_, events) => {
      for (const { type, id } of events) if (type === 'phoneme' && typeof id === 'string') phonemes.add(id)
      return true
    })
  }
  const symbols = [...phonemes].flatMap((phoneme) => espeakSounds(phoneme).flatMap((sound) => [...nearestSound(sound)]))
  expect(symbols.length).toBeGreaterThan(40)
  expect(symbols.filter((symbol) => !KOKORO_IDS.has(symbol))).toEqual([])
})
