import { Button, Select } from '@mantine/core'
import { useMemo } from 'react'
import { useVoices } from '../api/queries.ts'
import type { Voice } from '../api/types.ts'
import { useWorkspace, voiceOfDraft } from '../workspace.tsx'
import { nameOfSpeaker } from './format.ts'
import { keyOfVoice } from './samples.tsx'
import { factsOf } from './voice-filters.tsx'

/** A voice for each name that lines of the text begin with. Names without one are read like any text. */
export function DialogueVoices({
  names,
  error,
}: {
  readonly names: readonly string[]
  readonly error: string | undefined
}) {
  const { draft, jobDraft, changeJob } = useWorkspace()
  const { voices } = useVoices()
  const { voiceOfName } = jobDraft
  const ofModel = useMemo(() => voices.filter(({ model }) => model === draft.model), [voices, draft.model])
  const choices = useMemo(
    () =>
      ofModel.map((voice) => ({
        value: keyOfVoice(voice),
        label: `${nameOfSpeaker(voice.speaker)} · ${factsOf(voice)}`,
      })),
    [ofModel],
  )
  const own = voiceOfDraft(voices, draft)
  return (
    <section className="card stack" aria-label="Dialogue">
      <h2>Dialogue</h2>
      <p className="quiet small">
        Lines begin with names. With a voice for a name, its lines are spoken by that voice, without the name. Other
        text is spoken by the voice of the job.
      </p>
      {names.map((name) => (
        <Select
          key={name}
          label={name}
          placeholder="No voice: read as text"
          data={choices}
          value={voiceOfName[name] ?? null}
          onChange={(key) => changeJob({ voiceOfName: { ...voiceOfName, [name]: key ?? '' } })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': `No voice for ${name}`, 'aria-hidden': false }}
        />
      ))}
      {error && (
        <p className="refusal" role="alert">
          {error}
        </p>
      )}
      <div>
        <Button
          variant="default"
          onClick={() => changeJob({ voiceOfName: { ...voiceOfName, ...suggested(names, ofModel, own) } })}
        >
          Choose different voices
        </Button>
      </div>
    </section>
  )
}

/** Voices that are easy to tell apart: women and men in turns, in the language of the job, none of them its own. */
function suggested(names: readonly string[], voices: readonly Voice[], own: Voice | undefined): Record<string, string> {
  const others = voices.filter((voice) => voice.language === own?.language && voice.speaker !== own.speaker)
  const best = [...others].sort((one, other) => Number(other.flagship) - Number(one.flagship))
  const sides = [best.filter(({ gender }) => gender === 'Female'), best.filter(({ gender }) => gender !== 'Female')]
  return Object.fromEntries(
    names.flatMap((name, i) => {
      const side = sides[i % 2]?.length ? sides[i % 2] : best
      const voice = side?.[Math.floor(i / 2) % side.length]
      return voice ? [[name, keyOfVoice(voice)]] : []
    }),
  )
}
