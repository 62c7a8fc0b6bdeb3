import { type Html, html } from '../../core/html.ts'
import type { WorstCall } from '../benchmark-report.ts'
import { PlaybackClock } from '../playback.ts'
import { scaleTo, WIDTH } from './axis.ts'

const HEIGHT = 100

/** The audio of a call as it arrived and as a listener plays it; where the two meet, the listener waits. */
export function timeLine({ chunks, words }: WorstCall): Html {
  const playback = new PlaybackClock()
  const played: (readonly [atMs: number, audioMs: number])[] = []
  const waits: { readonly fromMs: number; readonly ms: number }[] = []
  for (const [atMs, durationMs] of chunks) {
    const emptyMs = playback.firstMs === undefined ? atMs : playback.playedMs
    if (played.length === 0) played.push([atMs, 0])
    if (atMs > emptyMs) {
      played.push([emptyMs, playback.audioMs], [atMs, playback.audioMs])
      waits.push({ fromMs: emptyMs, ms: atMs - emptyMs })
    }
    playback.hear(atMs, durationMs)
  }
  played.push([playback.playedMs, playback.audioMs])
  const scale = scaleTo(playback.playedMs / 1000)
  const x = (ms: number) => scale.at(ms / 1000)
  const y = (audioMs: number) => Math.round((HEIGHT - (HEIGHT * audioMs) / Math.max(1, playback.audioMs)) * 100) / 100
  let audioMs = 0
  const steps = chunks.map(([atMs, durationMs]) => {
    audioMs += durationMs
    return `H${x(atMs)}V${y(audioMs)}`
  })
  const firstX = x(playback.firstMs ?? 0)
  return html`<div class="wide"><div class="plot line">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Audio that arrived, and audio that was played, over time">
<path class="arrived" d="M${firstX} ${HEIGHT}${steps.join('')}H${WIDTH}V${HEIGHT}Z"/>
${waits.map(({ fromMs, ms }) => html`<rect class="gap" x="${x(fromMs)}" y="0" width="${Math.max(1, x(ms))}" height="${HEIGHT}"/>`)}
<path class="played" d="M${played.map(([atMs, audio]) => `${x(atMs)} ${y(audio)}`).join('L')}"/></svg>
${scale.axis('s')}${spokenWords(words, (startS) => x(heardAtMs(startS, playback)) / (WIDTH / 100))}</div></div>`
}

/** When the place of a word is played. */
function heardAtMs(startS: number, { firstMs = 0, gaps }: PlaybackClock): number {
  const waitedMs = gaps.reduce((total, { atS, ms }) => (atS <= startS ? total + ms : total), 0)
  return firstMs + 1000 * startS + waitedMs
}

const spokenWords = (words: WorstCall['words'], percentAt: (startS: number) => number): Html | undefined =>
  words.length === 0
    ? undefined
    : html`<div class="words">${words.map(
        ({ word, startS }) => html`<span style="left:${percentAt(startS).toFixed(2)}%">${word}</span>`,
      )}</div>`
