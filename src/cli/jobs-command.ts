import { Command, Option } from 'commander'
import { CAPTION_FORMAT_NAMES } from '../app/speech/caption-formats.ts'
import { CODEC_NAMES } from '../audio/codecs.ts'
import { MODEL_IDS } from '../core/model.ts'
import type { FetchOptions, JobsParts, ServerOptions, SubmitOptions } from './jobs-parts.ts'
import {
  captionFormats,
  hertz,
  namedVoice,
  speedFactor,
  textLanguageCode,
  wholeNumber,
  withChoices,
} from './option-values.ts'

export function jobsCommand(parts: JobsParts): Command {
  const actions = () => import('./jobs-actions.ts')
  const jobs = new Command('jobs').description(
    'submit long texts to a running server, which speaks them while it is idle',
  )
  const add = (name: string, description: string): Command =>
    jobs
      .command(name)
      .description(description)
      .option('--server <url>', 'URL of the server (default: HOARFROST_URL, or HOST and PORT)')
      .option('--key-file <file>', 'file that contains the API key (default: HOARFROST_API_KEY)')

  add('submit', 'submit a text and print the ID of its job')
    .argument('[file...]', 'text files; - is standard input. Several files become the chapters of one job')
    .option('--name <name>', 'name of the job (default: the file name without its extension)')
    .option('-s, --speaker <name>', 'voice (default: as for hoarfrost say)')
    .addOption(withChoices(new Option('-m, --model <model>', 'model of the voice'), MODEL_IDS).default('coda'))
    .option(
      '-l, --lang <language>',
      'language of the text; auto detects it for each sentence (default: the language of the voice)',
      textLanguageCode(),
    )
    .option('--rate, --speed <factor>', 'speed of speech, from 0.2 to 5; above 1 is faster', speedFactor, 1)
    .option('--sampling-rate <hz>', 'sampling rate (default: depends on the model and format)', hertz)
    .addOption(
      withChoices(
        new Option('--format <format>', 'format of the audio (default: from the extension of -o, or wav)'),
        CODEC_NAMES,
      ),
    )
    .option(
      '--prompts <file>',
      'file of prompts, instead of texts: CSV with the columns name, text, speaker and lang, or a JSON array; the result is a zip archive',
    )
    .option(
      '--voice <name=speaker...>',
      'voice of a person in a dialogue, whose lines are "Name: text"; other lines have the voice of -s. Repeatable',
      namedVoice,
    )
    .option(
      '--captions <formats>',
      `also make captions or word times: ${CAPTION_FORMAT_NAMES.join(', ')}, separated by commas`,
      captionFormats,
    )
    .option('--webhook <url>', 'URL that receives a POST request when the job ends')
    .option(
      '--webhook-secret-file <file>',
      'file that contains the secret that signs the webhook (default: the secret of the server)',
    )
    .option('--idempotency-key <key>', 'submit the job once for this key, also when the command is repeated')
    .option('--wait', 'wait until the job has ended')
    .option('-o, --output <file>', 'with --wait, write the audio to this file, and captions beside it')
    .addHelpText('after', EXIT_CODES)
    .action(async (files: readonly string[], options: SubmitOptions) => (await actions()).submit(files, options, parts))
  add('list', 'list jobs, newest first')
    .option('--limit <n>', 'maximum number of jobs', wholeNumber(1000), 100)
    .option('--json', 'print JSON')
    .action(async (options) => (await actions()).list(options, parts))
  add('show', 'show the progress of a job and its chapters')
    .argument('<id>', ID)
    .option('--json', 'print JSON')
    .action(async (id: string, options) => (await actions()).show(id, options, parts))
  add('watch', 'show the progress of a job until it ends')
    .argument('<id>', ID)
    .addHelpText('after', EXIT_CODES)
    .action(async (id: string, options: ServerOptions) => (await actions()).watch(id, options, parts))
  add('cancel', 'cancel a job that has not ended')
    .argument('<id>', ID)
    .action(async (id: string, options: ServerOptions) => (await actions()).cancel(id, options, parts))
  add('remove', 'remove a job that has ended, with its audio')
    .argument('<id>', ID)
    .action(async (id: string, options: ServerOptions) => (await actions()).remove(id, options, parts))
  add('fetch', 'download the audio of a job that is done; continues an interrupted download')
    .argument('<id>', ID)
    .option('-o, --output <file>', 'file to write (default: the ID with the extension of the format)')
    .option('--chapter <n>', 'this chapter only', wholeNumber(1_000_000))
    .option('--prompt <name>', 'this prompt only')
    .addOption(withChoices(new Option('--captions <format>', 'captions instead of the audio'), CAPTION_FORMAT_NAMES))
    .action(async (id: string, options: FetchOptions) => (await actions()).fetchAudio(id, options, parts))
  return jobs
}

const ID = 'ID from `jobs submit` or `jobs list`'

const EXIT_CODES = `
Exits with 0 if the job is done, 3 if it failed, 4 if it was cancelled, 1 if the command failed. Ctrl-C ends the command, not the job.`
