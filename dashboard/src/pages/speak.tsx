import { Alert, Button, Select, Slider } from '@mantine/core'
import { useState } from 'react'
import { useVoices } from '../api/queries.ts'
import { MODELS, type Model, type Voice } from '../api/types.ts'
import { AdvancedFields, fieldsOfModel } from '../parts/advanced-fields.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Download } from '../parts/download.tsx'
import { Icon } from '../parts/icons.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { VoicePicker, VoiceRow } from '../parts/voice-picker.tsx'
import { Waveform } from '../parts/waveform.tsx'
import { codePointsOf, PAGE_LIMIT } from '../speech/request.ts'
import { usePositionS, useSpeechState } from '../speech/speaker.ts'
import { wordAt } from '../speech/words.ts'
import { requestOf, useWorkspace, voiceOfDraft } from '../workspace.tsx'

export function SpeakPage() {
  const { draft, change, speaker } = useWorkspace()
  const count = codePointsOf(draft.text)
  const limit = PAGE_LIMIT[draft.model]
  const isSpeakable = draft.text.trim() !== '' && count <= limit
  const speech = requestOf(draft)
  return (
    <>
      <PageHead title="Speak" purpose="Type a text, choose a voice, and hear it while it is synthesized." />
      <div className="speak">
        <div className="stack">
          <div className="card editor">
            <Editor />
            <div className="editor-foot">
              <span
                className="counter number quiet"
                data-over={count > limit || undefined}
                aria-live={count > limit ? 'polite' : 'off'}
              >
                {count.toLocaleString('en')} / {limit.toLocaleString('en')} characters
                {count > limit && `: ${(count - limit).toLocaleString('en')} too many for ${draft.model} on this page`}
              </span>
              <SpeakButtons isSpeakable={isSpeakable} speak={() => speaker.speak(speech)} />
            </div>
          </div>
          <Transport />
        </div>
        <div className="stack beside">
          <VoiceCard />
          <section className="card">
            <h2>Download</h2>
            <Download speech={speech} speaker={speaker} isDisabled={!isSpeakable} />
          </section>
          <details className="card">
            <summary>Advanced</summary>
            <AdvancedFields model={draft.model} values={draft.advanced} onChange={(advanced) => change({ advanced })} />
          </details>
        </div>
        <section className="card" aria-label="Copy as">
          <h2>Copy as</h2>
          <CopyAs speech={speech} />
        </section>
      </div>
    </>
  )
}

/** The text, in which the word that is heard is highlighted. */
function Editor() {
  const { draft, change, speaker } = useWorkspace()
  const { request, words, phase } = useSpeechState(speaker)
  const positionS = usePositionS(speaker)
  const isHeard = (phase === 'playing' || phase === 'paused') && request?.text === draft.text
  const word = isHeard ? wordAt(words, positionS) : undefined
  const { text } = draft
  return (
    <div className="reading">
      <div className="reading-marks" aria-hidden="true" dir="auto">
        {word ? (
          <>
            {text.slice(0, word.start)}
            <mark>{text.slice(word.start, word.end)}</mark>
            {text.slice(word.end)}
          </>
        ) : (
          text
        )}{' '}
      </div>
      <textarea
        aria-label="Text to speak"
        dir="auto"
        value={text}
        placeholder="Type or paste a text"
        onChange={(event) => change({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.closest('.editor')?.querySelector<HTMLButtonElement>('[data-speak]')?.click()
        }}
      />
    </div>
  )
}

function SpeakButtons({ isSpeakable, speak }: { isSpeakable: boolean; speak: () => void }) {
  const { speaker } = useWorkspace()
  const { phase } = useSpeechState(speaker)
  const isBusy = phase === 'waiting' || phase === 'playing'
  return (
    <div className="row">
      {isBusy && (
        <Button variant="default" leftSection={<Icon name="stop" />} onClick={() => speaker.stop()}>
          Stop
        </Button>
      )}
      <Button
        data-speak
        disabled={!isSpeakable}
        loading={phase === 'waiting'}
        leftSection={<Icon name="play" />}
        onClick={speak}
        title="Ctrl+Enter"
      >
        Speak
      </Button>
    </div>
  )
}

/** Waveform, time, and how long the first audio took. */
function Transport() {
  const { speaker } = useWorkspace()
  const { phase, durationS, firstAudioMs, error, isComplete, isOverHttp } = useSpeechState(speaker)
  const positionS = usePositionS(speaker)
  const hasAudio = durationS > 0
  return (
    <section className="card stack" aria-label="Player">
      <div className="transport">
        <Button
          variant="light"
          px="xs"
          disabled={!hasAudio || phase === 'idle'}
          aria-label={phase === 'playing' ? 'Pause' : 'Play again'}
          onClick={() => (phase === 'playing' ? speaker.pause() : speaker.resume())}
        >
          <Icon name={phase === 'playing' ? 'pause' : 'play'} />
        </Button>
        <Waveform speaker={speaker} />
        <span className="number quiet">
          {clock(positionS)} / {clock(durationS)}
        </span>
      </div>
      <output className="quiet">
        {
          {
            idle: hasAudio ? 'Stopped' : 'Nothing has been spoken yet',
            waiting: 'Waiting for the first audio',
            playing: isComplete ? 'Playing' : 'Playing while it streams',
            paused: 'Paused',
            ended: 'Finished',
          }[phase]
        }
        {firstAudioMs !== null && ` · first audio after ${Math.round(firstAudioMs)} ms`}
        {isOverHttp && ' · over HTTP, a few sentences at a time, since WebSockets are blocked here'}
      </output>
      {error && (
        <Alert color="red" title="The speech failed">
          {error}
        </Alert>
      )}
    </section>
  )
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${`${Math.floor(seconds % 60)}`.padStart(2, '0')}`

function VoiceCard() {
  const { draft, change } = useWorkspace()
  const { voices, isPending } = useVoices()
  const [isPicking, setIsPicking] = useState(false)
  const voice = voiceOfDraft(voices, draft)

  const use = ({ model, speaker, language }: Voice) =>
    change({ model, speaker, language, advanced: fieldsOfModel(model, draft.advanced) })

  function changeModel(model: Model) {
    const ofModel = voices.filter((each) => each.model === model)
    const next =
      ofModel.find(({ speaker, language }) => speaker === draft.speaker && language === draft.language) ??
      ofModel.find(({ language, flagship }) => language === draft.language && flagship) ??
      ofModel.find(({ language }) => language === draft.language) ??
      ofModel[0]
    if (next) use(next)
  }

  return (
    <section className="card stack" aria-label="Voice">
      {voice ? (
        <VoiceRow voice={voice} />
      ) : (
        <span className="quiet">{isPending ? 'Loading the voices' : draft.speaker}</span>
      )}
      <Button variant="default" onClick={() => setIsPicking(true)}>
        Change voice
      </Button>
      <Select
        label="Model"
        data={[...MODELS]}
        value={draft.model}
        onChange={(model) => changeModel(model as Model)}
        allowDeselect={false}
      />
      <div>
        <div className="row spread" id="speed-label">
          <span>Speed</span>
          <span className="number quiet">{draft.speed.toFixed(2)}×</span>
        </div>
        <Slider
          thumbLabel="Speed"
          min={0.5}
          max={2}
          step={0.05}
          value={draft.speed}
          onChange={(speed) => change({ speed })}
          label={null}
          marks={[{ value: 1 }]}
        />
      </div>
      <VoicePicker
        isOpen={isPicking}
        close={() => setIsPicking(false)}
        model={draft.model}
        pick={(picked) => {
          use(picked)
          setIsPicking(false)
        }}
      />
    </section>
  )
}
