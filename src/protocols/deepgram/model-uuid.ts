import { createHash } from 'node:crypto'

/** A UUID for the name of a model, the same every time (version 8 of RFC 9562). */
export function uuidOf(name: string): string {
  const digest = createHash('sha256').update(name).digest('hex')
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(12, 15)}`, `8${digest.slice(15, 18)}`]
  return [...parts, digest.slice(18, 30)].join('-')
}
