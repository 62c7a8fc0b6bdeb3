import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { repeat } from '../app/repeat.ts'
import type { Clock } from '../core/clock.ts'
import { readBoundedText } from '../input/read-bounded.ts'
import type { Certificate } from '../server/connections/tls-servers.ts'

/** Files in PEM. */
export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
}

export interface ReadCertificate extends Certificate {
  readonly expiresAt: Date
}

/** Of a file with certificates. */
const MAX_BYTES = 2 ** 20

/** Reads and checks the files. Throws an Error of one line that names the variable. */
export function readCertificate({ certFile, keyFile }: CertificateFiles): ReadCertificate {
  const cert = readBoundedText(certFile, MAX_BYTES, 'HOARFROST_TLS_CERT')
  const key = readBoundedText(keyFile, MAX_BYTES, 'HOARFROST_TLS_KEY')
  const parsed = parse(
    () => new X509Certificate(cert),
    'HOARFROST_TLS_CERT must be a file with certificates in PEM, that of the server first',
  )
  const privateKey: KeyObject = parse(
    () => createPrivateKey(key),
    'HOARFROST_TLS_KEY must be a file with a private key in PEM, without a passphrase',
  )
  if (!parsed.checkPrivateKey(privateKey)) {
    throw new Error('the key of HOARFROST_TLS_KEY does not belong to the first certificate of HOARFROST_TLS_CERT')
  }
  parse(() => createSecureContext({ cert, key }), 'HOARFROST_TLS_CERT and HOARFROST_TLS_KEY cannot be used')
  return { cert, key, expiresAt: new Date(parsed.validTo) }
}

/** OpenSSL's reasons are codes, and some contain parts of the file. */
function parse<T>(read: () => T, sentence: string): T {
  try {
    return read()
  } catch {
    throw new Error(sentence)
  }
}

export interface CertificateKeeper extends AsyncDisposable {
  readonly expiresAt: Date
  /** Reads the files now. */
  reload(): void
}

export interface CertificateKeeperParts {
  readonly first: ReadCertificate
  readonly renew: (certificate: Certificate) => void
  readonly clock: Clock
  readonly report: (level: 'info' | 'warn', message: string, fields: object) => void
}

const CHECK_MS = 1000

/**
 * Follows the files: a changed certificate is used for new connections. While the files cannot be used, the last one that
 * could remains. They are polled, since file system events miss the symbolic links of Kubernetes.
 */
export function keepCertificate(files: CertificateFiles, parts: CertificateKeeperParts): CertificateKeeper {
  const { renew, clock, report } = parts
  let current = parts.first
  let seen = stateOf(files)
  const warnIfExpired = () => {
    if (current.expiresAt < clock()) report('warn', EXPIRED, { expiresAt: current.expiresAt })
  }
  function reload(): void {
    seen = stateOf(files)
    try {
      const next = readCertificate(files)
      renew(next)
      current = next
      report('info', 'the TLS certificate was reloaded', { expiresAt: next.expiresAt })
      warnIfExpired()
    } catch (error) {
      report('warn', 'the new TLS certificate cannot be used; the old one stays in use', {
        why: (error as Error).message,
      })
    }
  }
  warnIfExpired()
  const watching = repeat(async () => void (stateOf(files) !== seen && reload()), {
    intervalMs: CHECK_MS,
    onError: (error) => report('warn', 'the TLS certificate cannot be watched', { why: (error as Error).message }),
  })
  return {
    get expiresAt() {
      return current.expiresAt
    },
    reload,
    [Symbol.asyncDispose]: () => watching[Symbol.asyncDispose](),
  }
}

const EXPIRED = 'the TLS certificate has expired'

/** Changes when a file does, or a symbolic link to it. */
const stateOf = ({ certFile, keyFile }: CertificateFiles): string =>
  [certFile, keyFile]
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false })
      return stats === undefined ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
    })
    .join()
