import { Button, Slider } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useVoices } from '../api/queries.ts'
import { DraftText } from '../parts/draft-text.tsx'
import { Failure } from '../parts/failure.tsx'
import { figuresOf, LatencyTimeline } from '../parts/latency-timeline.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PageLink } from '../parts/page-link.tsx'
import { refusalOf } from '../parts/text-hints.tsx'
import { VoiceRow } from '../parts/voice-picker.tsx'
import { IDLE, LatencyRun, tokensOf } from '../speech/latency-run.ts'
import { useWorkspace, voiceOfDraft } from '../workspace.tsx'
import './latency.css'

const PACE = { min: 2, max: 60, usual: 15 }

export function LatencyPage() {
  const { draft, speaker, listener } = useWorkspace()
  const { voices } = useVoices()
  const voice = voiceOfDraft(voices, draft)
  const [pace, setPace] = useState(PACE.usual)
  const [state, setState] = useState(IDLE)
  const run = useRef<LatencyRun>(null)
  const isRunning = state.phase === 'running'
  const refusal = refusalOf(draft.text, draft.model)
  useEffect(() => () => run.current?.dispose(), [])

  function start() {
    speaker.stop()
    listener.stop()
    run.current?.dispose()
    setState(IDLE)
    const { text, model, language } = draft
    run.current = new LatencyRun({ text, speaker: draft.speaker, model, language, tokensPerSecond: pace }, setState)
  }

  return (
    <>
      <PageHead
        title="Latency lab"
        purpose="Your text is sent word by word, as a language model writes it, and you hear what a caller hears."
      />
      <div className="stack">
        <section className="card stack" aria-label="Text and pace">
          {voice && <VoiceRow voice={voice} />}
          <PageLink to="" className="small">
            Change the voice on the page Speak
          </PageLink>
          <DraftText refusal={refusal} />
          <div>
            <div className="row spread">
              <span>Pace</span>
              <span className="number quiet">
                {pace} tokens a second, {(tokensOf(draft.text).length / pace).toFixed(1)} s for this text
              </span>
            </div>
            <Slider
              thumbLabel="Tokens a second"
              min={PACE.min}
              max={PACE.max}
              value={pace}
              onChange={setPace}
              label={null}
              disabled={isRunning}
            />
          </div>
          <div className="row">
            <Button disabled={refusal !== undefined || isRunning} onClick={start}>
              Start
            </Button>
            <Button
              variant="default"
              disabled={!isRunning || state.playing === undefined}
              onClick={() => run.current?.interrupt()}
            >
              Interrupt
            </Button>
            <span className="quiet small">Interrupt it as a caller does who begins to speak.</span>
          </div>
          <Failure error={state.error} />
        </section>
        {state !== IDLE && (
          <section className="card stack" aria-label="Result">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keys */}
            <div className="timeline-box" tabIndex={0}>
              <LatencyTimeline state={state} now={() => run.current?.nowMs ?? 0} />
            </div>
            <dl className="figures">
              {Object.entries(figuresOf(state)).map(([name, value]) => (
                <div key={name}>
                  <dt className="quiet small">{name}</dt>
                  <dd className="number">{value}</dd>
                </div>
              ))}
            </dl>
            {state.heard && (
              <div>
                <h2 className="heard-title">What the caller heard</h2>
                <p className="heard">
                  <mark>{state.heard.heard || 'Nothing'}</mark>
                  <s className="quiet">{state.heard.remaining}</s>
                </p>
              </div>
            )}
          </section>
        )}
      </div>
    </>
  )
}
