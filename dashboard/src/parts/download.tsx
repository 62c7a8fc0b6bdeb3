import { Alert, Button, Checkbox, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOfError } from '../api/client.ts'
import { useSession } from '../api/queries.ts'
import { type Extension, FORMATS, saveSpeech, synthesizeFile } from '../speech/download.ts'
import type { SpeechRequest } from '../speech/request.ts'
import { type Speaker, useSpeechState } from '../speech/speaker.ts'
import { wavOf } from '../speech/wav.ts'

const LANGUAGES_WITH_TIMES = ['eng', 'spa']

/** A file of the text. WAV is what was heard, if it was; other formats are synthesized again. */
export function Download({
  speech,
  speaker,
  isDisabled,
}: {
  speech: SpeechRequest
  speaker: Speaker
  isDisabled: boolean
}) {
  const [extension, setExtension] = useState<Extension>('mp3')
  const [captions, setCaptions] = useState<readonly ('srt' | 'vtt')[]>([])
  const heard = useSpeechState(speaker)
  const software = useSession().data?.software
  const hasTimes = LANGUAGES_WITH_TIMES.includes(speech.language) && FORMATS[extension].audioFormat !== null
  const download = useMutation({
    mutationFn: async () => {
      const isHeard = heard.isComplete && JSON.stringify(heard.request) === JSON.stringify(speech)
      const mark = software ? { software, voice: speech.speaker, model: speech.model } : undefined
      const file =
        extension === 'wav' && isHeard
          ? { audio: wavOf(speaker.samples, mark), words: heard.words }
          : await synthesizeFile(speech, extension, mark, new AbortController().signal)
      saveSpeech(file, speech.text, `${speech.speaker}-${speech.model}`, extension, captions)
    },
  })
  return (
    <div className="stack">
      <div className="row">
        <Select
          aria-label="Format"
          className="grow"
          data={Object.entries(FORMATS).map(([value, { title }]) => ({ value, label: title }))}
          value={extension}
          onChange={(value) => setExtension(value as Extension)}
          allowDeselect={false}
        />
        <Button onClick={() => download.mutate()} loading={download.isPending} disabled={isDisabled}>
          Download
        </Button>
      </div>
      <Checkbox.Group
        label="Captions"
        description={hasTimes ? undefined : 'In English and Spanish, for all formats except WebM'}
        value={hasTimes ? [...captions] : []}
        onChange={(values) => setCaptions(values as ('srt' | 'vtt')[])}
      >
        <div className="row">
          <Checkbox value="srt" label="SubRip (.srt)" disabled={!hasTimes} />
          <Checkbox value="vtt" label="WebVTT (.vtt)" disabled={!hasTimes} />
        </div>
      </Checkbox.Group>
      {download.error && <Alert color="red">{messageOfError(download.error)}</Alert>}
    </div>
  )
}
