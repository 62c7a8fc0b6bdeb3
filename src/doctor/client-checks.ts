import type { CheckServer, Finding } from '../app/client-checks.ts'
import { DEFAULT_WYOMING_PORT } from '../app/integrations.ts'
import { DOCTOR_CLIENTS } from './client-list.ts'
import { runChecks } from './run-checks.ts'

interface Place {
  readonly host: string
  readonly port: number
}

/** The checks of a client; undefined if there are none. `wyoming` is where that protocol listens; null if it is off. */
export function checksOf(client: string, wyoming: Place | null): CheckServer | undefined {
  const plan = DOCTOR_CLIENTS.find(({ name }) => name === client)
  if (plan === undefined) return undefined
  // Another program may listen at the default port.
  if (wyoming === null && client === 'home-assistant') return findWyomingOff
  return (server, signal) => runChecks(plan, { ...server, wyoming: wyoming ?? NOWHERE }, signal)
}

/** The other clients connect to no Wyoming port. */
const NOWHERE: Place = { host: '127.0.0.1', port: 0 }

const WYOMING_OFF: Finding = {
  check: 'Wyoming',
  outcome: 'failed',
  detail: 'this server does not speak the Wyoming protocol',
  hint: `Set HOARFROST_WYOMING_PORT=${DEFAULT_WYOMING_PORT} and start the server again.`,
}

async function* findWyomingOff(): AsyncGenerator<Finding> {
  yield WYOMING_OFF
}
