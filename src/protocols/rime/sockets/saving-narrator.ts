import type { Narrator, SpeechText } from '../../../app/speak.ts'

/** The same speaker, who hands over what was spoken when a turn is over: nobody waits for that. */
export const savingNarrator = (narrator: Narrator, save: (text: SpeechText) => void): Narrator => ({
  beginTurn: () => {
    const turn = narrator.beginTurn()
    const spoken: SpeechText[] = []
    return {
      speak: (text, signal) => {
        spoken.push(text)
        return turn.speak(text, signal)
      },
      [Symbol.dispose]: () => {
        turn[Symbol.dispose]()
        for (const text of spoken) save(text)
      },
    }
  },
})
