/** A server-sent event with JSON, of the default type if it has no name. */
export const sentEvent = (data: object, name?: string): Uint8Array =>
  Buffer.from(`${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`)
