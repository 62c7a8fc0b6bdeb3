import { Command, InvalidArgumentError, Option } from 'commander'
import type { ServerOptions } from './connect-action.ts'
import type { PacksParts } from './packs-parts.ts'

/** Works beside running servers, which notice changes within seconds. */
export function packsCommand(open: () => PacksParts): Command {
  // What downloads and unpacks is loaded for these commands alone.
  const actions = () => import('./packs-actions.ts')
  const packs = new Command('packs').description('list, install and remove voice packs')
  packs
    .command('list')
    .description('list the installed and available packs, and the voices that each pack speaks')
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: true }) => (await actions()).list(json === true, open()))
  packs
    .command('info')
    .description('show the licences, files, speakers and voices of a pack, and what is not verified')
    .argument('<pack>', PACK)
    .option('--json', 'print the manifest')
    .action(async (pack: string, { json }: { readonly json?: true }) =>
      (await actions()).describe(pack, json === true, open()),
    )
  packs
    .command('install')
    .description('download and install a pack; continues an interrupted download')
    .argument('<pack>', PACK)
    .action(async (pack: string) => (await actions()).install(pack, open()))
  packs
    .command('import')
    .description('install a pack from local files, without network access')
    .argument('<path...>', 'folders, archives (.tar, .tar.gz, .tar.bz2, .zip, .whl) or files')
    .addOption(new Option('--pack <pack>', `${PACK}; not needed for a copy of a whole pack`))
    .action(async (paths: readonly string[], { pack }: { readonly pack?: string }) =>
      (await actions()).importFrom(paths, pack, open()),
    )
  packs
    .command('connect')
    .description("speak through another server with OpenAI's speech API, such as a Hoarfrost with a GPU")
    .argument('<url>', 'base URL of the API, such as http://gpu:8880/v1')
    .option('--name <name>', 'name of the pack', 'remote')
    .option('--model <model>', "the server's name of the model", 'tts-1')
    .option('--key-variable <variable>', "environment variable with the server's API key (default: no key)")
    .option('--sampling-rate <hz>', "rate of the server's PCM", numberFrom(8000, 48_000), 24_000)
    .option('--gain <db>', "gain of the server's voices", numberFrom(-24, 24), 0)
    .option('--voice <description...>', 'a voice that the server does not describe, such as alloy:eng-US:Female')
    .action(async (url: string, options: ServerOptions) =>
      (await import('./connect-action.ts')).connect(url, options, open()),
    )
  packs
    .command('verify')
    .description('compare the files of installed packs with their hashes')
    .argument('[pack]', 'name of a pack (default: all)')
    .action(async (pack: string | undefined) => (await actions()).verify(pack, open()))
  packs
    .command('try')
    .description('speak a sentence in each language of an installed pack, and print the results')
    .argument('<pack>', 'name of an installed pack')
    .action(async (pack: string) => (await import('./pack-trials.ts')).tryPack(pack, open()))
  packs
    .command('bench')
    .description('measure how many concurrent streams an installed pack can speak on this machine')
    .argument('<pack>', 'name of an installed pack')
    .action(async (pack: string) => (await import('./pack-trials.ts')).benchPack(pack, open()))
  packs
    .command('remove')
    .description('remove an installed pack')
    .argument('<pack>', 'name of a pack, or NAME@VERSION to remove one version')
    .action(async (pack: string) => (await actions()).remove(pack, open()))
  return packs
}

const PACK = 'name of a pack, or a manifest file (.json)'

const numberFrom = (min: number, max: number) => (text: string) => {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!(value >= min && value <= max)) throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`)
  return value
}
