import { describeEngine } from '../../../test/contracts/engine.ts'
import { espeakEngine } from './espeak-engine.ts'

const voice = (base: string, pitchMeanHz: number) => ({
  engine: 'espeak',
  base,
  timbre: { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
})

describeEngine(espeakEngine, voice('es-419+f3', 200), 'spa', ['las', 'flores', 'blancas', 'crecen', 'en', 'verano'])
describeEngine(espeakEngine, voice('de', 110), 'ger', ['wir', 'sehen', 'morgen', 'wieder', 'die', 'Sonne'])
describeEngine(espeakEngine, voice('hi+f1', 190), 'hin', ['मेरा', 'घर', 'बहुत', 'सुंदर', 'और', 'बड़ा', 'है'])
describeEngine(espeakEngine, voice('ar+m3', 105), 'ara', ['هٰذَا', 'كِتَابٌ', 'جَدِيدٌ', 'عَنِ', 'الطَّبِيعَةِ'])
