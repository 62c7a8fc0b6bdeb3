/**
 * Formats of `voice.json`. From the second on the acoustic network reads a latent; the third has many speakers and
 * languages.
 */
export const FORMATS = { usualReading: 1, anyReading: 2, manySpeakers: 3 } as const

/** Whether the acoustic network can give readings other than the usual one. */
export const hasReadings = ({ format }: { readonly format: number }): boolean => format !== FORMATS.usualReading
