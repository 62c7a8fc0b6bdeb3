/**
 * Whether every store keeps a text as it is: PostgreSQL has no U+0000, SQLite's driver cuts texts there, and UTF-8 has no half of
 * a surrogate pair.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** What is wrong with other texts, to follow their name. */
export const NOT_STORABLE = 'must not contain U+0000 or half of a surrogate pair'
