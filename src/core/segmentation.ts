/** When text that is still being written is spoken: sentence by sentence, as soon as possible, or when a flush comes. */
export const SEGMENTATIONS = ['bySentence', 'immediate', 'never'] as const
export type Segmentation = (typeof SEGMENTATIONS)[number]
