import { describe, expect, it } from 'vitest'
import { utteranceOf } from '../../../test/contracts/speech-recording.ts'
import { openLexicon } from '../../lexicon/open-lexicon.ts'
import { britishSounds } from './british-sounds.ts'
import { englishWords } from './english-words.ts'
import { espeakSounds, nearestSound } from './espeak-sounds.ts'
import { japaneseSounds } from './japanese-sounds.ts'
import { SoundReader } from './sound-reader.ts'
import { americanSounds } from './sounds.ts'

const lexicon = openLexicon()
const readingOf = (word: string): readonly string[] => lexicon.pronounce(word)[0].phonemes
const british = (word: string): string => britishSounds(readingOf(word), word).join('')
const american = (word: string): string => americanSounds(readingOf(word)).join('')

describe('American sounds', () => {
  it.each([
    ['water', 'wˈɔTɚ'],
    ['attack', 'ətˈæk'],
    ['party', 'pˈɑɹTi'],
    ['button', 'bˈʌtən'],
    ['goat', 'ɡˈOt'],
  ])('%s', (word, sounds) => expect(american(word)).toBe(sounds))
})

describe('British sounds', () => {
  it.each([
    ['car', 'kˈɑː'],
    ['carry', 'kˈaɹi'],
    ['hurry', 'hˈʌɹi'],
    ['furry', 'fˈɜːɹi'],
    ['nurse', 'nˈɜːs'],
    ['near', 'nˈɪə'],
    ['hair', 'hˈɛː'],
    ['goat', 'ɡˈQt'],
    ['lot', 'lˈɒt'],
    ['thought', 'θˈɔːt'],
    ['off', 'ˈɒf'],
    ['bath', 'bˈɑːθ'],
    ['gas', 'ɡˈas'],
    ['dancing', 'dˈɑːnsɪŋ'],
    ['father', 'fˈɑːðə'],
    ['water', 'wˈɔːtə'],
    ['new', 'njˈuː'],
    ['noon', 'nˈuːn'],
    ['happy', 'hˈapi'],
    ['forest', 'fˈɒɹəst'],
    ['story', 'stˈɔːɹi'],
    ['schedule', 'ʃˈɛʤuːl'],
    ['voyage', 'vˈYɪʤ'],
    ['holiday', 'hˈɒlɪdˌA'],
    // A word that every object has as a property.
    ['constructor', 'kənstɹˈʌktə'],
  ])('%s', (word, sounds) => expect(british(word)).toBe(sounds))

  it('has the r of a word before a vowel', () => {
    expect(britishSounds(readingOf('far'), 'far', true).join('')).toBe('fˈɑːɹ')
    expect(britishSounds(readingOf('idea'), 'idea', true).join('')).not.toContain('ɹ')
  })

  it('reads anything without throwing', () => {
    expect(britishSounds([], '')).toEqual([])
    expect(britishSounds(['XX', 'R'], '??')).toBeDefined()
  })
})

describe('sounds of eSpeak', () => {
  it.each([
    ['ˈaɪ', ['ˈI']],
    ['dʒ', ['ʤ']],
    ['ɔ̃', ['ɔ̃']],
    ['ʈʰ', ['ʈʰ']],
    ['ˈɛː', ['ˈɛː']],
    ['g', ['g']],
    ['ʏ', ['ʏ']],
    ['', []],
  ])('%s', (phoneme, sounds) => expect(espeakSounds(phoneme)).toEqual(sounds))
})

describe('sounds of Japanese', () => {
  it.each([
    ['トーキョー', 'toːkʲoː'],
    ['ガッコー', 'ɡaʔkoː'],
    ['シンブン', 'ɕimbɯɴ'],
    ['デス', 'desɨ'],
    ['ティー', 'tʲiː'],
    ['ファン', 'ɸaɴ'],
    ['ジュンバン', 'ʥɨmbaɴ'],
  ])('%s', (word, sounds) => expect(japaneseSounds(word).join('')).toBe(sounds))
})

describe('the nearest sound', () => {
  it.each([
    ['g', 'ɡ'],
    ['ʏ', 'y'],
    ['dʱ', 'd'],
    ['n̩', 'n'],
    ['ɔ̃', 'ɔ̃'],
    ['ˈtʰ', 'ˈtʰ'],
  ])('of %s', (sound, nearest) => expect(nearestSound(sound)).toBe(nearest.normalize('NFD')))
})

describe('words of English', () => {
  const soundsOf = (tokens: readonly string[], isBritish = false): string =>
    englishWords(utteranceOf('eng', tokens), isBritish)
      .map(({ sounds, isLight, mark }) => `${isLight ? '(' : ''}${sounds.join('')}${isLight ? ')' : ''}${mark}`)
      .join(' ')

  it('are read by their neighbours where they are function words, and are then light', () => {
    expect(soundsOf(['the', 'a', ',', 'the', 'is'])).toBe('(ði) (ˈA), (ði) (ˈɪz)')
  })
  it('are stressed where they are on, or I after a silence', () => {
    expect(soundsOf(['I', 'am', 'on', 'it', ',', 'I', 'am'])).toBe('ˈI (ˈæm) ˌɑn (ˈɪt), ˈI (ˈæm)')
    expect(soundsOf(['so', 'I', 'am'])).toBe('(sˈO) (ˈI) (ˈæm)')
  })
  it('have the mark that counts, and are spelled where nothing is known of them', () => {
    expect(soundsOf(['x', '?', 'is', '…'])).toBe('ˈɛks? (ˈɪz)…')
  })
  it('take given phonemes, and then are not light', () => {
    const given = utteranceOf('eng', ['the'], { phonemes: 'DH IY1'.split(' ') })
    expect(englishWords(given, false)).toMatchObject([{ sounds: ['ð', 'ˈi'], isLight: false }])
  })
  it('link an r to a vowel that follows, in the British accent', () => {
    const words = { ...utteranceOf('eng', ['far', 'away']) }
    const [far, away] = words.segments
    const given = {
      ...words,
      segments: [
        { ...far, phonemes: ['F', 'AA1', 'R'] },
        { ...away, phonemes: ['AH0', 'W', 'EY1'] },
      ],
    }
    expect(englishWords(given as typeof words, true)[0]?.sounds.join('')).toBe('fˈɑːɹ')
  })
})

describe('words of other languages', () => {
  it.each([
    ['spa', 'spa-ES', ['hola', ',', 'ciudad', '.'], ['ˈola,', 'θjuðˈad.']],
    ['spa', 'spa-MX', ['ciudad', '?'], ['sjuðˈad?']],
    ['fra', 'fra-FR', ['bonjour', '!'], ['bɔ̃ʒˈuʁ!']],
    ['jpn', 'jpn-JP', ['今日', 'は', '、', '晴れ', '。'], ['kʲoːβa,', 'haɾe.']],
  ] as const)('%s of %s', async (language, accent, tokens, expected) => {
    using reader = new SoundReader()
    const words = await reader.read(utteranceOf(language, tokens), accent)
    expect(words.map(({ sounds, mark }) => sounds.join('').normalize('NFD') + mark)).toEqual(
      expected.map((word) => word.normalize('NFD')),
    )
  })
})
