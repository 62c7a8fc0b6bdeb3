import { openHttpCall } from '../connections/http-call.ts'
import type { Endpoint, EndpointSettings } from '../endpoint.ts'
import { bearer } from './headers.ts'

/** `POST /v1/audio/speech`; the URL may end in `/v1`, as the base URL of OpenAI's SDKs does. */
export const openai = ({ url, apiKey, voice = 'alloy', model = 'tts-1' }: EndpointSettings): Endpoint => ({
  protocol: 'openai',
  takesTokens: false,
  canInterrupt: false,
  open: (signal) =>
    openHttpCall(
      url.replace(/\/v1$/, ''),
      {
        path: '/v1/audio/speech',
        headers: bearer(apiKey),
        bodyOf: (input) => ({ model, voice, input, response_format: 'pcm' }),
      },
      signal,
    ),
})
