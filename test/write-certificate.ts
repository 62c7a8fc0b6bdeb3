import { execFileSync } from 'node:child_process'

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
