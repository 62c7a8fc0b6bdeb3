/** What checks let a server say: in requests, and in pieces where a text is streamed. */
export const SENTENCES = ['Good morning.', 'Can you hear me?'] as const
export const TEXT = SENTENCES.join(' ')
