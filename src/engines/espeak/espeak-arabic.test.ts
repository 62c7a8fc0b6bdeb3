import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { fingerprint, record, utteranceOf } from '../../../test/contracts/speech-recording.ts'
import { ArabicReader } from './espeak-arabic.ts'
import { espeakEngine } from './espeak-engine.ts'

const reader = new ArabicReader()
afterAll(() => reader[Symbol.dispose]())

const read = async (text: string): Promise<string> => {
  const sounds = await reader.phonemesOf(utteranceOf('ara', text.match(/[^\s،.؟]+|[،.؟]/gu) ?? []))
  return sounds
    .filter((sound) => sound !== undefined)
    .map((sound) => sound.replace(/^\[\[|\]\]$|\|/g, ''))
    .join(' ')
}

describe('the marks of a text are read', () => {
  test.each([
    ['short and long vowels', 'كِتَابُ نُورٍ قَدِيمٌ', "kit'a:bu n'u:Rin qad'i:mun"],
    ['doubled consonants', 'مُحَمَّدٌ سَيِّدٌ', "muH'ammadun s'ajjidun"],
    ['diphthongs', 'بَيْتُ يَوْمٍ', "b'ajtu j'awmin"],
    ['an article before a moon letter', 'الْبَيْتُ', "?alb'ajtu"],
    ['an article before a sun letter', 'الشَّمْسُ', "?aSS'amsu"],
    ['the same without its shadda', 'الشَمْسُ', "?aSS'amsu"],
    ['the same after prefixes', 'لِلشَّمْسِ وَالشَّمْسِ', "liSS'amsi waSS'amsi"],
    ['no vowel of an article after another word', 'فِي الْبَيْتِ الْكَبِيرِ', "f'i lb'ajti lkab'i:Ri"],
    ['a vowel between consonants before an article', 'مِنْ الْبَيْتِ', "m'ina lb'ajti"],
    ['another one after a plural', 'عَلَيْكُمْ السَّلَامُ', "Aal'ajkumu ssal'a:mu"],
    ['an alif after a prefix', 'بِاسْمِ وَاتَّصَلَ', "b'ismi watt'as[a.la"],
    ['an alif that starts a sentence', 'انْتَظِرْ', "?'intaZi.R"],
    ['one with another vowel', 'اُكْتُبْ', "?'uktub"],
    ['the alif of a plural verb', 'كَتَبُوا هُنَا', "k'atabu: h'una:"],
    ['an alif that is not written', 'هٰذَا', "h'a:Da:"],
    ['tanwin before its alif', 'شُكْرًا لَكَ', "S'ukRan l'aka"],
    ['tanwin on its alif', 'شُكْراً لَكَ', "S'ukRan l'aka"],
    ['dark vowels after emphatic consonants', 'طَالِبُ صَفٍّ', "t['a.:libu s['a.ffin"],
  ])('%s', async (_, text, sounds) => {
    expect(await read(text)).toBe(sounds)
  })
})

test('a case ending is not heard before a pause, but one that the text has is', async () => {
  expect(await read('في الغرفة.')).toMatch(/Q'uRfa$/)
  expect(await read('في الغُرْفَةِ.')).toMatch(/Q'uRfati$/)
  expect(await read('شكرا.')).toBe("S'ukRa:")
})

test.each([
  ['words of the list', 'من فضلك أدخل رقم البطاقة', /^m'in f'adHlika \?'adXil R'aqm[aui] lbit\['a\.:qa$/],
  ['their prefixes and suffixes', 'وحسابك للموظف', /^waHis'a:b[aui]ka lilmuw'aZZa\.f$/],
  ['numbers', 'ثلاثة عشر ريالا', /^Tal'a:Tata A'aSaRa Rij'a:la:$/],
  ['careless spelling', 'الى الان', /^\?'ila l\?'a:n$/],
])('vowels are added: %s', async (_, text, sounds) => {
  expect(await read(text)).toMatch(sounds)
})

test('the network chooses between words that are written alike', async () => {
  expect(await read('كتب الولد الدرس')).toMatch(/^k'ataba /)
  expect(await read('هذه كتب جديدة')).toMatch(/k'utub/)
})

test('marks of the text win over what would be added', async () => {
  expect(await read('كُتِب الدرس')).toMatch(/^k'uti/)
  expect(await read('حِسَاب حَسَّاب كبير')).toMatch(/^His'a:b[uia]?n? Hass'a:b/)
})

test('a listed word sounds the same with its marks and without', async () => {
  const espeak = await espeakEngine.load()
  const timbre = { formantRatio: 1, pitchMeanHz: 120, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  const heard = async (word: string): Promise<string> =>
    fingerprint(await record(espeak, utteranceOf('ara', [word, '.']), { engine: 'espeak', base: 'ar', timbre }))
  expect(await heard('غدا')).toBe(await heard('غَدًا'))
  expect(await heard('غدا')).not.toBe(await heard('غدو'))
  espeak[Symbol.dispose]()
})

describe('no text makes it fail', () => {
  test.each([
    ['a long word without spaces', 'ابتثجح'.repeat(20_000)],
    ['marks alone', 'ًٌٍَُِّْ'.repeat(1000)],
    ['tatweel alone', 'ـ'.repeat(1000)],
    ['Latin letters and digits', 'abc 123 é'],
    ['a letter with every mark', 'بًٌٍَُِّْ'],
  ])('%s', async (_, text) => {
    await expect(read(text)).resolves.toEqual(expect.any(String))
  })

  test('any characters of Arabic, in any order', async () => {
    const character = fc.constantFrom(...'ءآأؤإئابةتثلنهوىيًٌٍَُِّْٰـٱپﻻﷲ '.split(''))
    await fc.assert(
      fc.asyncProperty(fc.array(character, { maxLength: 40 }), async (characters) => {
        expect(await read(characters.join(''))).not.toMatch(/undefined|null/)
      }),
      { numRuns: 100 },
    )
  })
})

test('tatweel and presentation forms are read as the letters that they stand for', async () => {
  expect(await read('شكـــرا')).toBe(await read('شكرا'))
  expect(await read('ﺷﻜﺮﺍ')).toBe(await read('شكرا'))
})
