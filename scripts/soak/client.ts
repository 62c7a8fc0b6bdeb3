/** Where and with whose key a client asks. */
export interface Asked {
  readonly url: string
  readonly wyomingPort: number
  readonly key: string
}

export interface Heard {
  /** Of the answer, or of its audio. */
  readonly bytes: number
  /** From the request to the first byte of them. */
  readonly firstAudioMs: number
}

/** A text of a language, a format and a protocol. */
export interface SpeechCase {
  readonly name: string
  readonly text: string
  /** Number of characters that are sent besides, and counted where they come with the text. */
  readonly charactersBesides?: number
  /** Whether each answer has the same bytes. Protocols without a seed or a temperature vary the rate. */
  readonly isExact: boolean
  /** Whether usage is counted for the key. */
  readonly hasKey: boolean
  /** Throws a Refusal for an answer that is none, any other error for a broken one. */
  readonly ask: (server: Asked, signal: AbortSignal) => Promise<Heard>
}

/** The server answered, with an error. */
export class Refusal extends Error {}

export interface Spoken {
  readonly lang: string
  readonly speaker: string
  readonly text: string
}

export const TEXTS = [
  { lang: 'eng', speaker: 'luna', text: 'Your table for 4 is booked at 7:30. Shall I send you the address?' },
  { lang: 'eng', speaker: 'albion', text: 'The next train to the airport leaves from platform 9.' },
  { lang: 'spa', speaker: 'serena', text: 'Son 18,40 euros. Le esperamos el 3 de mayo.' },
  { lang: 'ger', speaker: 'kumara', text: 'Der Termin ist am 3. Oktober um 14:15 Uhr.' },
  { lang: 'fra', speaker: 'aurelie', text: 'Le musée ferme à 18 h 30, sauf le mardi.' },
  { lang: 'por', speaker: 'lucia', text: 'A reunião começa às 9h30, na sala 12.' },
  { lang: 'hin', speaker: 'nadi', text: 'आपका ऑर्डर कल शाम तक पहुँच जाएगा।' },
  { lang: 'jpn', speaker: 'nozomi', text: '明日の会議は十時から始まります。' },
  { lang: 'ara', speaker: 'layla', text: 'الاجتماع غدا في الساعة التاسعة.' },
] as const satisfies readonly Spoken[]

export const LONG = 'On and on the river goes, past fields and villages. '.repeat(60)
