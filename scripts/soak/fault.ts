import type { SoakServer } from './server.ts'

/** What is done to a server while it speaks. */
export interface Fault {
  readonly name: string
  /** Whether answers that run may break off, with an error. */
  readonly breaksAnswers: boolean
  /** Whether new requests may be refused or fail meanwhile. */
  readonly refuses: boolean
  /** Whether the process ends. */
  readonly restarts: boolean
  /** Whether it can be injected into this server, as it is now. */
  isPossible(server: SoakServer): boolean
  /** Resolves when it is over, though its effects may not be. `note`: what it found wrong. */
  inject(server: SoakServer, note: (problem: string) => void): Promise<void>
}

/** How long a fault lasts that does not end by itself. */
export const FAULT_MS = 4000
/** Of a fault that no caller should notice. */
export const HARMLESS = { breaksAnswers: false, refuses: false, restarts: false } as const
