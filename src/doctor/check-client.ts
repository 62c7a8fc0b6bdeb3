import type { CheckedServer, Finding } from '../app/client-checks.ts'
import type { IntegrationName } from '../app/integrations.ts'
import { DOCTOR_CLIENTS } from './client-list.ts'
import { runChecks } from './run-checks.ts'

/** Runs the checks of a client against a server whose Wyoming port is on this machine. */
export async function* checkClient(
  name: IntegrationName,
  server: CheckedServer,
  wyomingPort: number,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const client = DOCTOR_CLIENTS.find((each) => each.name === name)
  if (client === undefined) throw new RangeError(`no checks for ${name}`)
  yield* runChecks(client, { ...server, wyoming: { host: '127.0.0.1', port: wyomingPort } }, signal)
}
