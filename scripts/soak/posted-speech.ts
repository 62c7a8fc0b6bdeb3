import { type Heard, Refusal } from './client.ts'

export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/** Asks for speech over HTTP; reads the answer as fast as it comes, or waits for `pace` after each piece. */
export async function postSpeech(
  { url, headers, body }: Post,
  signal: AbortSignal,
  pace?: (bytes: number) => Promise<unknown>,
): Promise<Heard> {
  const sentAtMs = performance.now()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!answer.ok) throw new Refusal(`${answer.status} ${await answer.text()}`)
  let bytes = 0
  let firstAudioMs = Number.NaN
  for await (const piece of answer.body ?? []) {
    if (bytes === 0) firstAudioMs = performance.now() - sentAtMs
    bytes += piece.length
    await pace?.(piece.length)
  }
  return { bytes, firstAudioMs }
}
