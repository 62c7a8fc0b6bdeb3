const wordsOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** How a text is to be said, and sounds beside it. */
const CUES = wordsOf(`
  laugh laughs laughing laughter chuckle chuckles chuckling giggle giggles giggling snicker snickers cackles sigh sighs sighing
  gasp gasps gasping whisper whispers whispering whispered shout shouts shouting shouted yell yells yelling scream screams
  screaming cry cries crying sob sobs sobbing sniff sniffs sniffles snort snorts wheeze wheezes wheezing cough coughs coughing
  throat breath breaths breathe breathes breathing inhale inhales exhale exhales yawn yawns yawning groan groans moans mumbles
  mumbling mutters muttering hum hums humming sing sings singing woo gulp gulps swallows swallowing hesitates hesitating
  hesitantly stammers stammering stutters pauses interrupting interrupts overlapping rushed rushing
  applause clapping claps cheering cheers explosion gunshot footsteps music jingle fart beep bleep noise inaudible unintelligible
  crosstalk sound-effect sfx
  excited excitedly sad sadly happy happily angry angrily sarcastic sarcastically sarcasm curious curiously mischievous
  mischievously surprised annoyed appalled thoughtful thoughtfully nervous nervously calm calmly tired frustrated sorrowful
  cautious cautiously cheerful cheerfully flatly deadpan playful playfully quietly loudly softly slowly quickly dramatic
  dramatically serious seriously warmly gently gentle firmly sympathetic sympathetically empathetic concerned confused confident
  confidently hopeful hopefully amazed impressed relieved disappointed bored scared afraid fearful anxious anxiously desperate
  desperately disgusted embarrassed jealous melancholic nostalgic panicked panicking pleading proudly reassuring reassuringly
  regretful resigned shocked shy shyly smug smugly stern sternly tense tenderly worried enthusiastic enthusiastically joyful
  joyfully monotone robotic robotically angelic narrating conversational deliberate accent`)
/** What may stand beside them. */
const BESIDE = wordsOf(`
  a an and the in with of under off out at to very more less bit little lightly deeply heavily sharply hard harder loud quiet soft slow fast
  low high deep long short light starts start starting stops continues clears clear clearing takes then voice tone tones
  whispery playing begins ends cuts drawn strong thick heavy slight slightly background nervous happy sad sound effect effects
  his her their`)
const CUE = /\[ {0,3}[A-Za-z][A-Za-z ,'-]{1,60}\]/y
const ACCENT = /\b[A-Za-z]{3,16} accent\b/

/** Length of a direction in square brackets, such as `[laughs]` or `[strong French accent]`; 0 where there is none. */
export function cueLength(text: string, at: number): number {
  if (/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return 0
  CUE.lastIndex = at
  const [written] = CUE.exec(text) ?? []
  if (written === undefined) return 0
  const words =
    written
      .replace(ACCENT, 'accent')
      .toLowerCase()
      .match(/[a-z'-]+/g) ?? []
  const isCue = words.some((word) => CUES.has(word)) && words.every((word) => CUES.has(word) || BESIDE.has(word))
  return isCue ? written.length : 0
}
