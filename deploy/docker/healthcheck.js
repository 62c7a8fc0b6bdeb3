// Exits with 0 while the process answers. With TLS the certificate is that of another name than 127.0.0.1.
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { env, exit } from 'node:process'

const isTls = Boolean(env.HOARFROST_TLS_CERT)
const options = { host: '127.0.0.1', port: Number(env.PORT ?? 8000), path: '/livez', timeout: 2500 }
const request = isTls ? getSecurely({ ...options, rejectUnauthorized: false }) : get(options)
request
  .on('response', ({ statusCode }) => exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => exit(1))
  .on('error', () => exit(1))
