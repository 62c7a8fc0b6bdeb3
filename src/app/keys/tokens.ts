import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ApiKey } from '../../core/api-key.ts'
import { isStorable } from '../../core/storable-text.ts'

/** Terms of a token: a credential for a short time, with the role `synthesis` and the limits of the key that made it. */
export interface TokenTerms {
  readonly expiresAt: Date
  /** The only speaker that it may use; undefined for any. */
  readonly speaker: string | undefined
  /** The only origin of web pages that may use it; undefined for any client. */
  readonly origin: string | undefined
  /** Whether it is kept what the clients of its WebSockets hear. */
  readonly keepsHeard: boolean
}

/** A token that has been made. */
export interface Token extends TokenTerms {
  /** Unlike that of any other token. */
  readonly id: string
}

/** A token whose signature has not been checked. */
export interface ReadToken extends Token {
  readonly keyId: string
  readonly isSignedBy: (key: ApiKey) => boolean
}

/** What a token contains, in base64url. */
interface Claims {
  readonly key: string
  /** Milliseconds since 1970. */
  readonly expires: number
  readonly speaker?: string
  readonly origin?: string
  readonly heard?: true
  /** So that no two tokens are the same. Those of earlier versions have none. */
  readonly nonce?: string
}

/** Keys begin otherwise. */
const PREFIX = 'hft_'
/** `hft_CLAIMS.SIGNATURE`; the signature has 32 bytes. */
const TOKEN = /^hft_([\w-]{1,1500})\.([\w-]{43})$/

const NONCE_BYTES = 9

/** Whether a credential is a token rather than a key. */
export const isToken = (credential: string): boolean => credential.startsWith(PREFIX)

/**
 * Signs a token with the hash of the key, which every server with the same store knows, and no client. It needs no
 * record of its own and ends with the key.
 */
export function createToken(key: ApiKey, { expiresAt, speaker, origin, keepsHeard }: TokenTerms): string {
  const claims: Claims = {
    key: key.id,
    expires: expiresAt.getTime(),
    ...(speaker !== undefined && { speaker }),
    ...(origin !== undefined && { origin }),
    ...(keepsHeard && { heard: true }),
    nonce: randomBytes(NONCE_BYTES).toString('base64url'),
  }
  const written = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${PREFIX}${written}.${signatureOf(written, key).toString('base64url')}`
}

/** Reads a token. Undefined if it is not one of ours; whether it is genuine only `isSignedBy` tells. */
export function readToken(token: string): ReadToken | undefined {
  const [, written, signature] = TOKEN.exec(token) ?? []
  if (written === undefined || signature === undefined) return undefined
  const claims = claimsIn(written)
  if (claims === undefined) return undefined
  return {
    keyId: claims.key,
    expiresAt: new Date(claims.expires),
    speaker: claims.speaker,
    origin: claims.origin,
    keepsHeard: claims.heard === true,
    id: signature,
    isSignedBy: (key) => {
      const expected = signatureOf(written, key)
      const given = Buffer.from(signature, 'base64url')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

function claimsIn(written: string): Claims | undefined {
  try {
    const claims: Partial<Claims> = JSON.parse(Buffer.from(written, 'base64url').toString())
    const { key, expires } = claims
    return typeof key === 'string' && isStorable(key) && typeof expires === 'number' ? (claims as Claims) : undefined
  } catch {
    return undefined
  }
}

const signatureOf = (written: string, { hash }: ApiKey): Buffer =>
  createHmac('sha256', Buffer.from(hash, 'hex')).update(`hoarfrost token ${written}`).digest()
