/** When a live session speaks its text: sentence by sentence, as soon as possible, or on a flush. */
export const SEGMENTATIONS = ['bySentence', 'immediate', 'never'] as const
export type Segmentation = (typeof SEGMENTATIONS)[number]
