import { Command } from 'commander'

/** An environment variable of the service. */
export interface DocumentedSetting {
  readonly variable: string
  readonly description: string
  readonly fallback: string
}

/** `serve` resolves when the service has stopped. */
export const serveCommand = (serve: () => Promise<void>, settings: readonly DocumentedSetting[]): Command =>
  new Command('serve')
    .description('start the server')
    .addHelpText(
      'after',
      () => `\nSettings (environment variables, or lines of .env in the working directory):\n${describe(settings)}`,
    )
    .action(serve)

function describe(settings: readonly DocumentedSetting[]): string {
  const width = Math.max(...settings.map(({ variable }) => variable.length))
  return settings
    .map(({ variable, description, fallback }) => {
      const usual = fallback === '' ? '' : ` (default: ${fallback})`
      return `  ${variable.padEnd(width)}  ${description}${usual}`
    })
    .join('\n')
}
