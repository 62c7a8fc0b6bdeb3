export const toKatakana = (text: string): string =>
  text.replace(/[\u3041-\u3096]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))

/** The morae of kana: how long it takes to say. */
export const moraeOf = (kana: string): number => kana.replace(/[^\u30a1-\u30fc]|[ァィゥェォャュョヮ]/gu, '').length
