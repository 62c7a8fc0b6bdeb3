import type { SoakServer } from './server.ts'

/** What is done to a server while it speaks. */
export interface Fault {
  readonly name: string
  /** How long after its start answers that run may break off, with an error. */
  readonly breaksAnswersAfterS: number
  /** Whether new requests may be refused or fail meanwhile. */
  readonly refuses: boolean
  /** Whether the process ends. */
  readonly restarts: boolean
  /** Whether the process holds more memory afterwards, until a collection. */
  readonly leavesMemory?: boolean
  /** Whether it can be injected into this server, as it is now. */
  isPossible(server: SoakServer): boolean
  /** Resolves when it is over, though its effects may not be. `note`: what it found wrong. */
  inject(server: SoakServer, note: (problem: string) => void): Promise<void>
}

/** How long a fault lasts that does not end by itself. */
export const FAULT_MS = 4000
/** How long a server that is to end waits for its answers. */
export const DRAIN_S = 25
/** Of a fault that no caller should notice. */
export const HARMLESS = { breaksAnswersAfterS: Number.POSITIVE_INFINITY, refuses: false, restarts: false } as const
