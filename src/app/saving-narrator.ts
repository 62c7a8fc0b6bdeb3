import type { Narrator, SpeechText } from './speak.ts'

/** Wraps a narrator: passes each text to `save` when it has been spoken or stopped. */
export const savingNarrator = (narrator: Narrator, save: (text: SpeechText) => void): Narrator => ({
  beginTurn: () => {
    const turn = narrator.beginTurn()
    return {
      async *speak(text, signal) {
        try {
          yield* turn.speak(text, signal)
        } finally {
          save(text)
        }
      },
      [Symbol.dispose]: () => turn[Symbol.dispose](),
    }
  },
})
