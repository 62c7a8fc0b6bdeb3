import type { Job } from '../api/types.ts'
import { JOB_FORMATS } from './job-formats.ts'

/** Commands that follow a job and download its files. `origin` is the address of this server. */
export function snippetsOfJob(
  { id, kind, audioFormat, captions }: Job,
  origin: string,
): Readonly<Record<string, string>> {
  const file = kind === 'prompts' ? 'prompts.zip' : `speech.${JOB_FORMATS[audioFormat].extension}`
  // The captions of prompts are in the archive.
  const formats = kind === 'prompts' ? [] : captions
  const curl = (path: string) => `curl -fH "Authorization: Bearer $HOARFROST_API_KEY" '${origin}/v1/jobs/${id}${path}'`
  return {
    curl: [
      '# The progress of the job',
      curl(''),
      '# The result; the same command continues an interrupted download',
      `${curl('/result')} -o ${file} -C -`,
      ...formats.map((format) => `${curl(`/result?captions=${format}`)} -o speech.${format}`),
    ].join('\n'),
    'Command line': [
      `export HOARFROST_URL=${origin}  # reads the key from HOARFROST_API_KEY`,
      `npx hoarfrost jobs watch ${id}`,
      `npx hoarfrost jobs fetch ${id} -o ${file}`,
      ...formats.map((format) => `npx hoarfrost jobs fetch ${id} --captions ${format} -o speech.${format}`),
    ].join('\n'),
  }
}
