import { BEARER, type Credential, type DescribedProtocol } from '../../server/description.ts'

/** Where a protocol's keys may be, by name. */
export const credentialsOf = ({ credentials = BEARER }: DescribedProtocol): Readonly<Record<string, Credential>> =>
  credentials

/** The security schemes of a protocol, by name, for OpenAPI and AsyncAPI, which call a key in a header differently. */
export const securitySchemesOf = (
  protocol: DescribedProtocol,
  keyInHeader: 'apiKey' | 'httpApiKey',
): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.entries(credentialsOf(protocol)).map(([name, { header, scheme }]) => [
      name,
      scheme === 'Bearer'
        ? { type: 'http', scheme: 'bearer', description: 'An API key, or a token of `POST /v1/tokens`' }
        : {
            type: keyInHeader,
            in: 'header',
            name: header,
            description: scheme === undefined ? 'An API key' : `\`${scheme} KEY\``,
          },
    ]),
  )
