import { expect, test } from 'vitest'
import { languageOfLatin } from './latin-language.ts'

test.each([
  ['spa', 'Hola, ¿cómo estás?'],
  ['spa', 'Buenos días'],
  ['spa', 'Gracias por llamar. Pulse uno para continuar.'],
  ['spa', 'EL TREN SALE A LAS OCHO'],
  ['fra', 'Bonjour tout le monde'],
  ['fra', 'Appuyez sur un pour continuer.'],
  ['fra', 'L’appel est terminé, merci beaucoup.'],
  ['ger', 'Guten Morgen! Wie geht es dir?'],
  ['ger', 'Ihre Bestellung wurde heute versandt.'],
  ['por', 'Olá, tudo bem?'],
  ['por', 'Obrigado por ligar.'],
  ['eng', 'Thanks for calling.'],
  ['eng', 'Your appointment with Dr. Müller is tomorrow at three.'],
  ['eng', 'The café “El Pueblo de la Reina” is open, and so is the Hotel de las Américas.'],
  ['ita', 'Buongiorno, come stai?'],
  ['ita', 'Prema uno per parlare con un operatore.'],
  ['ita', 'Il treno parte alle otto.'],
  ['nld', 'Uw pakket komt donderdag.'],
  ['nld', 'Druk op één om verder te gaan.'],
  ['nld', 'De trein vertrekt om acht uur.'],
  ['spa', 'Buenos di\u0301as'], // decomposed
])('the words of a text tell that it is %s: %s', (language, text) => {
  expect(languageOfLatin(text)).toBe(language)
})

test.each([
  '',
  'OK',
  'Hoarfrost',
  'José Martínez',
  'Juan Carlos de la Cruz y Ortega',
  'Santa Cruz de la Sierra',
  'Don Quixote de la Mancha',
  'São Paulo',
  'Die Zeit',
  'Le Monde',
  'Café au lait',
  'Schadenfreude',
  'Dr. Müller',
  'Los Angeles, El Paso, San Francisco',
  'kubectl get pods -n kube-system',
  'hola@example.com, https://example.com/el/la/los',
  '{h0Elo} <200> 7:45',
])('names, titles, addresses and what is too short tell no language: %s', (text) => {
  expect(languageOfLatin(text)).toBeUndefined()
})

test('no more than the first 3,000 characters are looked at', () => {
  expect(
    languageOfLatin(
      `${'Guten Morgen, wie geht es dir? '.repeat(100)}${'Thank you for calling us today. '.repeat(300)}`,
    ),
  ).toBe('ger')
})
