import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface CertificateFiles {
  readonly cert: string
  readonly key: string
}

/** Writes a new key and a certificate for `name` and 127.0.0.1, which signs itself unless there is an authority, to two files. */
export function writeCertificate(
  { cert, key }: CertificateFiles,
  name = 'localhost',
  authority?: CertificateFiles,
): void {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc']
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`]
  const signer = authority === undefined ? [] : ['-CA', authority.cert, '-CAkey', authority.key]
  const files = ['-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...curve, '-days', '1', ...subject, ...signer, ...files], {
    stdio: 'ignore',
  })
}

/** A new certificate, whose files are removed after the test. */
export function createCertificate(name?: string, authority?: CertificateFiles): CertificateFiles {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-tls-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') }
  writeCertificate(files, name, authority)
  return files
}
