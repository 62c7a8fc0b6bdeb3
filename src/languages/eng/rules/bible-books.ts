/** Books of the Bible as verses are cited: `Gen. 1:1`. */
export const BIBLE_BOOKS: ReadonlyMap<string, string> = new Map(
  `gen genesis; ex exodus; exod exodus; lev leviticus; num numbers; deut deuteronomy; josh joshua; judg judges; sam samuel; chron chronicles
  chr chronicles; neh nehemiah; ps psalm; pss psalms; prov proverbs; eccl ecclesiastes; eccles ecclesiastes; isa isaiah; jer jeremiah; lam lamentations
  ezek ezekiel; dan daniel; hos hosea; mic micah; hab habakkuk; zech zechariah; mal malachi; matt matthew; mt matthew; mk mark; lk luke; jn john
  rom romans; cor corinthians; gal galatians; eph ephesians; phil philippians; col colossians; thess thessalonians; tim timothy; tit titus
  philem philemon; heb hebrews; jas james; pet peter; rev revelation`
    .split(/\s*[;\n]\s*/)
    .map((entry) => entry.split(' ') as [string, string]),
)
