import type { CheckServer } from '../app/client-checks.ts'
import { DOCTOR_CLIENTS } from './client-list.ts'
import { runChecks } from './run-checks.ts'

/** The checks of a client, for servers whose Wyoming port is on this machine; undefined if there are none. */
export function checksOf(client: string, wyomingPort: number): CheckServer | undefined {
  const plan = DOCTOR_CLIENTS.find(({ name }) => name === client)
  const wyoming = { host: '127.0.0.1', port: wyomingPort }
  return plan && ((server, signal) => runChecks(plan, { ...server, wyoming }, signal))
}
