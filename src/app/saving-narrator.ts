import type { Narrator, SpeechText } from './speak.ts'

/** Wraps a narrator: passes the texts of each turn to `save` when the turn has ended. */
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
