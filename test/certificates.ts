import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type CertificateFiles, writeCertificate } from './write-certificate.ts'

/** A new certificate, whose files are removed after the test. */
export function createCertificate(name?: string, authority?: CertificateFiles): CertificateFiles {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-tls-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') }
  writeCertificate(files, name, authority)
  return files
}
