import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { JOBS, requestEstimate } from '../api/jobs.ts'
import { aboutOf } from './format.ts'
import { useDebounced } from './use-debounced.ts'

const SETTLED_MS = 400

/** How long the audio would be, and the time until it is there; nothing as long as that is not known. */
export function JobEstimate({ body, characters }: { readonly body: object; readonly characters: number }) {
  const asked = useDebounced(JSON.stringify({ ...body, characters }), SETTLED_MS)
  const { data } = useQuery({
    queryKey: [JOBS, 'estimate', asked],
    queryFn: ({ signal }) => requestEstimate(asked, signal),
    enabled: characters > 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  if (!data || characters === 0) return null
  const { audioSeconds, seconds } = data
  return (
    <>
      {' · '}
      {aboutOf(audioSeconds)} of audio
      {seconds !== null && `, ready in ${aboutOf(seconds)} if the server is idle`}
    </>
  )
}
