/** Not `crypto.randomUUID`, which pages over plain HTTP do not have. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
