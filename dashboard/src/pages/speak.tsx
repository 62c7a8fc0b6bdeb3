import { Alert, Button } from '@mantine/core'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useWhyNoJobs } from '../api/jobs.ts'
import { AdvancedFields } from '../parts/advanced-fields.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Download } from '../parts/download.tsx'
import { clockOf, numberOf } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PageLink } from '../parts/page-link.tsx'
import { EditorTools } from '../parts/say-like-this.tsx'
import { LanguageHint, refusalOf } from '../parts/text-hints.tsx'
import { VoiceCard } from '../parts/voice-card.tsx'
import { Waveform } from '../parts/waveform.tsx'
import { charactersOf, PAGE_LIMIT } from '../speech/request.ts'
import { snippetsOf } from '../speech/snippets.ts'
import { isBusy, usePositionS, useSpeechState } from '../speech/speaker.ts'
import { wordAt } from '../speech/words.ts'
import { requestOf, useWorkspace, withText } from '../workspace.tsx'

export function SpeakPage() {
  const { draft, change, speaker } = useWorkspace()
  const { text, model } = draft
  const count = useMemo(() => charactersOf(text), [text])
  const refusal = useMemo(() => refusalOf(text, model), [text, model])
  const isSpeakable = refusal === undefined
  const limit = PAGE_LIMIT[model]
  const [pickedFrom, setPickedFrom] = useState<string | null>(null)
  const editor = useRef<HTMLTextAreaElement>(null)
  const speech = requestOf(draft)
  const { phase, request } = useSpeechState(speaker)
  const isStale = (phase === 'idle' || phase === 'ended') && request !== null && request.text !== text
  useEffect(() => {
    if (isStale) speaker.forget()
  }, [isStale, speaker])
  return (
    <>
      <PageHead title="Speak" purpose="Type a text, choose a voice, and listen as it is synthesized." />
      <div className="speak">
        <div className="stack">
          <div className="card editor">
            <Editor textarea={editor} />
            <EditorTools editor={editor} />
            <div className="editor-foot">
              <span className="counter number quiet" data-over={count > limit || undefined}>
                {numberOf(count)} / {numberOf(limit)} characters
              </span>
              <SpeakButtons isSpeakable={isSpeakable} speak={() => speaker.speak(speech)} />
            </div>
            {refusal && text.trim() !== '' && (
              <output className="hint">
                <span className="refusal">{refusal}</span> {count > limit && <JobLink />}
              </output>
            )}
            <LanguageHint text={text} choose={setPickedFrom} />
          </div>
          <Transport />
        </div>
        <div className="stack beside">
          <VoiceCard pickedFrom={pickedFrom} pickFrom={setPickedFrom} />
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
          <CopyAs programs={snippetsOf(speech, location.origin)} refusal={text.trim() === '' ? refusal : undefined} />
        </section>
      </div>
    </>
  )
}

/** Leads to a new job with the text. */
function JobLink() {
  const { draft, changeJob } = useWorkspace()
  if (useWhyNoJobs() !== undefined) return null
  return (
    <PageLink to="jobs/new" onFollow={() => changeJob((before) => withText(before, draft.text))}>
      Create a job
    </PageLink>
  )
}

/** Below the highlighted word, the next line can be seen. */
const MARGIN_PX = 40

/** The text, in which the word that is heard is highlighted. */
function Editor({ textarea }: { textarea: RefObject<HTMLTextAreaElement | null> }) {
  const { draft, change, speaker } = useWorkspace()
  const { request, words, phase } = useSpeechState(speaker)
  const positionS = usePositionS(speaker)
  const isHeard = (phase === 'playing' || phase === 'paused') && request?.text === draft.text
  const word = isHeard ? wordAt(words, positionS) : undefined
  const { text } = draft
  const box = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLElement>(null)
  /** Where the box was scrolled to for the word; null since somebody has scrolled. */
  const followedTo = useRef<number | null>(0)
  useEffect(() => {
    if (phase === 'playing') followedTo.current = box.current?.scrollTop ?? 0
  }, [phase])
  useEffect(() => {
    if (!box.current || !mark.current || word === undefined || followedTo.current === null) return
    const outer = box.current.getBoundingClientRect()
    const inner = mark.current.getBoundingClientRect()
    if (inner.top >= outer.top && inner.bottom <= outer.bottom - MARGIN_PX) return
    box.current.scrollTop += inner.top - outer.top - outer.height / 4
    followedTo.current = box.current.scrollTop
  }, [word])
  return (
    <div
      className="reading"
      ref={box}
      onScroll={({ currentTarget: { scrollTop } }) => {
        const followed = followedTo.current
        if (followed !== null && Math.abs(scrollTop - followed) > 1) followedTo.current = null
      }}
    >
      <div className="reading-marks" aria-hidden="true" dir="auto">
        {word ? (
          <>
            {text.slice(0, word.start)}
            <mark ref={mark}>{text.slice(word.start, word.end)}</mark>
            {text.slice(word.end)}
          </>
        ) : (
          text
        )}{' '}
      </div>
      <textarea
        ref={textarea}
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
  const state = useSpeechState(speaker)
  const start = useRef<HTMLButtonElement>(null)
  return (
    <div className="row">
      <kbd className="quiet small">Ctrl+Enter</kbd>
      {/* Always there, so that Speak stays where it is. */}
      <Button
        variant="default"
        leftSection={<Icon name="stop" />}
        disabled={!isBusy(state)}
        onClick={() => {
          speaker.stop()
          start.current?.focus()
        }}
      >
        Stop
      </Button>
      <Button
        ref={start}
        data-speak
        disabled={!isSpeakable}
        loading={state.phase === 'waiting'}
        leftSection={<Icon name="play" />}
        onClick={speak}
        aria-keyshortcuts="Control+Enter"
      >
        Speak
      </Button>
    </div>
  )
}

/** Waveform, time, and how long the first audio took. */
function Transport() {
  const { speaker } = useWorkspace()
  const { phase, durationS, firstAudioMs, error, isComplete, isCut, isOverHttp } = useSpeechState(speaker)
  const positionS = usePositionS(speaker)
  const hasAudio = durationS > 0
  const isArriving = !isComplete && !isCut && !error && hasAudio
  const part = isCut ? ' (incomplete: only the beginning was received)' : ''
  return (
    <section className="card stack" aria-label="Player">
      <div className="transport">
        <Button
          variant="light"
          px="xs"
          disabled={!hasAudio}
          aria-label={phase === 'playing' ? 'Pause' : 'Play again'}
          onClick={() => (phase === 'playing' ? speaker.pause() : speaker.resume())}
        >
          <Icon name={phase === 'playing' ? 'pause' : 'play'} />
        </Button>
        <Waveform speaker={speaker} />
        <span className="number quiet">
          {clockOf(positionS)}
          {isArriving ? '' : ` / ${clockOf(durationS)}`}
        </span>
      </div>
      <output className="quiet">
        {
          {
            idle: hasAudio ? `Stopped${part}` : 'Nothing has been spoken yet',
            waiting: 'Waiting for the first audio',
            playing: isArriving ? `Streaming, ${clockOf(durationS)} so far` : `Playing${part}`,
            paused: `Paused${part}`,
            ended: `Finished${part}`,
          }[phase]
        }
        {firstAudioMs !== null && ` · first audio after ${Math.round(firstAudioMs)} ms`}
        {isOverHttp && ' · over HTTP, a few sentences at a time, because WebSockets are blocked'}
      </output>
      {hasAudio && (
        <span className="quiet small">
          Does a word sound wrong? <PageLink to="text">Check and fix its pronunciation</PageLink>
        </span>
      )}
      {error && (
        <Alert color="red" title="Synthesis failed">
          {error}
        </Alert>
      )}
    </section>
  )
}
