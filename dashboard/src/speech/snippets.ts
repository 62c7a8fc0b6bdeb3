import type { SpeechRequest } from './request.ts'
import { bodyOf } from './sources.ts'

/** JSON strings are also literals of Python, TypeScript and JavaScript. */
const literal = JSON.stringify
const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Programs that say the same, by what they are for. `origin` is the address of this server. */
export function snippetsOf(speech: SpeechRequest, origin: string): Readonly<Record<string, string>> {
  const { text, model, speaker, fields } = speech
  const body = bodyOf(speech)
  const json = JSON.stringify(body)
  const sockets = origin.replace(/^http/, 'ws')
  const python = JSON.stringify(body, null, 4).replaceAll(
    /: (true|false)(,?)$/gm,
    (_, value, comma) => `: ${value === 'true' ? 'True' : 'False'}${comma}`,
  )
  const speed = typeof fields.speedAlpha === 'number' ? fields.speedAlpha : 1
  return {
    curl: `curl ${origin}/v1/rime-tts -o speech.mp3 \\
  -H "Authorization: Bearer $HOARFROST_API_KEY" -H 'Accept: audio/mpeg' \\
  -d ${shell(json)}`,
    Python: `import os
import requests

answer = requests.post(
    ${literal(`${origin}/v1/rime-tts`)},
    headers={"Authorization": f"Bearer {os.environ['HOARFROST_API_KEY']}", "Accept": "audio/mpeg"},
    json=${python.replaceAll('\n', '\n    ')},
)
answer.raise_for_status()
with open("speech.mp3", "wb") as file:
    file.write(answer.content)`,
    TypeScript: `import { writeFile } from 'node:fs/promises'

const answer = await fetch(${literal(`${origin}/v1/rime-tts`)}, {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.HOARFROST_API_KEY}\`, accept: 'audio/mpeg' },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
})
if (!answer.ok) throw new Error(await answer.text())
await writeFile('speech.mp3', Buffer.from(await answer.arrayBuffer()))`,
    LiveKit: `import os
from livekit.plugins import rime

tts = rime.TTS(
    websocket_url=${literal(`${sockets}/${model}/ws`)},
    model=${literal(model)},
    speaker=${literal(speaker)},
    api_key=os.environ["HOARFROST_API_KEY"],
)`,
    Pipecat: `import os
from pipecat.services.rime.tts import RimeTTSService

tts = RimeTTSService(
    api_key=os.environ["HOARFROST_API_KEY"],
    url=${literal(`${sockets}/ws3`)},
    settings=RimeTTSService.Settings(voice=${literal(speaker)}, model=${literal(model)}),
)`,
    OpenAI: `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${literal(`${origin}/v1`)}, apiKey: process.env.HOARFROST_API_KEY })
const speech = await client.audio.speech.create({
  model: 'tts-1',
  voice: ${literal(speaker)},
  speed: ${speed},
  input: ${literal(text)},
})`,
  }
}
