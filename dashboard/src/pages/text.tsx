import { Button, Loader, Textarea } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { sendJson } from '../api/client.ts'
import type { Readings, ReadToken } from '../api/types.ts'
import { Failure } from '../parts/failure.tsx'
import { HearButton } from '../parts/hear-button.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { HearPronunciation } from '../parts/pronunciation-input.tsx'
import { LanguageHint } from '../parts/text-hints.tsx'
import { useDebounced } from '../parts/use-debounced.ts'
import { navigate } from '../router.ts'
import { withLength } from '../speech/request.ts'
import { requestOf, useWorkspace } from '../workspace.tsx'

const KINDS: Readonly<Record<string, string>> = {
  word: 'Word',
  number: 'Number',
  abbreviation: 'Abbreviation',
  symbol: 'Symbol',
  address: 'Address',
  markup: 'Markup',
  punctuation: 'Punctuation',
}

/** Words and punctuation have no colour. */
const COLOURED = Object.keys(KINDS).filter((kind) => kind !== 'word' && kind !== 'punctuation')

const TYPING_MS = 300

const isGuessed = ({ spoken }: ReadToken): boolean => spoken.some(({ source }) => source === 'guess')

/** How a text is pronounced, part by part. */
export function TextPage() {
  const { draft, change } = useWorkspace()
  const text = useDebounced(draft.text, TYPING_MS)
  const language = `${draft.advanced.lang ?? draft.language}`
  const readings = useQuery({
    queryKey: ['/v1/text/readings', text, language],
    queryFn: async () => (await sendJson<Readings>('POST', '/v1/text/readings', { text, lang: language })).tokens,
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const tokens = useDeferredValue(text.trim() === '' ? [] : (readings.data ?? []))
  const [chosen, setChosen] = useState<ReadToken | null>(null)
  const current = chosen && tokens.find(({ start, text: same }) => start === chosen.start && same === chosen.text)
  const details = useRef<HTMLElement>(null)
  // On small screens, it is below the text.
  useEffect(() => {
    if (chosen) details.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const guesses = new Set(tokens.filter(isGuessed).map((token) => token.text)).size
  return (
    <>
      <PageHead
        title="Pronunciation check"
        purpose="See how each part of a text is read. Words with a guessed pronunciation are underlined. Select a word to hear or fix it."
      />
      <div className="speak">
        <div className="stack">
          <div className="card stack">
            <Textarea
              label="Text"
              autosize
              minRows={3}
              maxRows={12}
              value={draft.text}
              onChange={(event) => change({ text: event.currentTarget.value })}
            />
            <LanguageHint text={draft.text} />
          </div>
          <section className="card stack" aria-label="Readings">
            <div className="row spread">
              <div className="row legend">
                {COLOURED.map((kind) => (
                  <span key={kind} className="legend-item">
                    <span className="token" data-kind={kind} aria-hidden="true" /> {KINDS[kind]}
                  </span>
                ))}
                <span className="token" data-guess>
                  Guess
                </span>
              </div>
              {readings.isFetching ? (
                <Loader size="xs" aria-label="Reading" />
              ) : (
                <output className="quiet">{guesses} guessed</output>
              )}
            </div>
            <Failure error={readings.error && new Error(withLength(readings.error.message, text))} />
            <p className="tokens" dir="auto">
              {tokens.map((token, i) => (
                <span key={`${token.start}-${token.end}`}>
                  {text.slice(tokens[i - 1]?.end ?? 0, token.start)}
                  <button
                    type="button"
                    className="token"
                    data-kind={token.kind}
                    data-guess={isGuessed(token) || undefined}
                    aria-pressed={token === current}
                    aria-label={`${token.text}, ${KINDS[token.kind] ?? token.kind}${isGuessed(token) ? ', guessed' : ''}`}
                    onClick={() => setChosen(token)}
                  >
                    {token.text}
                  </button>
                </span>
              ))}
            </p>
          </section>
        </div>
        <aside ref={details} className="card stack sticky" aria-label="Chosen part" aria-live="polite">
          {current ? (
            <TokenDetails key={current.start} token={current} />
          ) : (
            <p className="quiet">Select a part of the text to see how it is spoken.</p>
          )}
        </aside>
      </div>
    </>
  )
}

const SOURCES: Readonly<Record<string, string>> = {
  dictionary: 'your dictionary',
  lexicon: 'the lexicon',
  spelled: 'spelled out',
  guess: 'guessed from the spelling',
}

/** Meanings of homographs, as the suffixes of the API name them. */
const SENSES: Readonly<Record<string, string>> = { nou: 'noun', vrb: 'verb', adj: 'adjective', met: 'metal' }

const senseOf = (suffix: string): string =>
  suffix
    .split('-')
    .map((part) => SENSES[part] ?? part)
    .join(' or ')

function TokenDetails({ token }: { token: ReadToken }) {
  const { draft } = useWorkspace()
  const language = draft.language
  return (
    <>
      <div>
        <h2 className="token-title">{token.text}</h2>
        <span className="quiet">{KINDS[token.kind] ?? token.kind}</span>
      </div>
      {/* Alone, a homograph would have its usual pronunciation. */}
      {!token.spoken.some(({ sense }) => sense !== null) && (
        <HearButton label="Hear it" variant="filled" size="sm" request={requestOf({ ...draft, text: token.text })} />
      )}
      <ul className="spoken">
        {token.spoken.map(({ word, phonemes, source, sense }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same word may stand twice
          <li key={i} className="row spread">
            <div className="grow">
              <strong>{word}</strong>
              {phonemes && <div className="mono quiet">{phonemes.join(' ')}</div>}
              {source && (
                <div className="quiet small">
                  {sense === null ? (SOURCES[source] ?? source) : `${senseOf(sense)}, from context`}
                </div>
              )}
            </div>
            {(phonemes || (language !== 'eng' && token.kind === 'word')) && (
              <div className="row">
                {phonemes && language === 'eng' && (sense !== null || token.spoken.length > 1) && (
                  <HearPronunciation isSmall of={word} pronunciation={phonemes.join(' ')} />
                )}
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Fix ${word}`}
                  onClick={() => navigate(`dictionary?${fixOf(word, language, phonemes)}`)}
                >
                  Fix
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The query of the dictionary's page for a word, with its pronunciation so far. */
function fixOf(word: string, language: string, phonemes: readonly string[] | null): URLSearchParams {
  const pronunciation = language === 'eng' ? phonemes?.join(' ') : phonemes && `/${phonemes.join('')}/`
  return new URLSearchParams({ word, language, pronunciation: pronunciation ?? '' })
}
