/** A title and up to two names before a last one. */
const QUEEN_BEFORE =
  /(?:[Kk]önigin(?:mutter)?|[Kk]aiserin|[Zz]arin|[Pp]rinzessin|[Hh]erzogin|[Ff]ürstin|[Gg]räfin|[Pp]äpstin|[Ää]btissin|[Rr]egentin|[Ss]ultanin|[Ii]nfantin|[Pp]haraonin) (?:\p{Lu}\p{L}{1,20}[ -]){0,2}\p{Lu}\p{L}{1,20} $/u
const KING_BEFORE =
  /(?:[Kk]önig|[Kk]aiser|[Zz]ar|[Pp]apst|[Pp]rinz|[Hh]erzog|[Ff]ürst|[Gg]raf|[Ss]ultan|[Pp]harao|[Pp]atriarch|[Bb]ischof)(?:s|es|en|e)? (?:\p{Lu}\p{L}{1,20}[ -]){0,2}\p{Lu}\p{L}{1,20} $/u
const WOMEN =
  /(?:a|beth|ine|tte|phie|rie|lie|nie|ene|ise|hilde|gunde|gard|nne|th[ae]|ike|elle|trude?|Alice|Beatrice|Beatrix|Isabel|Agnes|Margrethe|Eleonore|Leonore|Adelheid|Judith|Ruth|Esther|Zo[eë]|Arsino[eë]|Elsbeth|Lucie|Nofretete)$/u
const MEN = /^(?:Joshua|Luca|Mustafa|Attila|Sascha|Ilja|Elia|Juda|Pippine|Etienne|Eugene|Mike|Günthe|Malthe)$/u

/** The title decides, else the name. */
export const isWoman = (before: string, name: string): boolean =>
  QUEEN_BEFORE.test(before) || (!KING_BEFORE.test(before) && WOMEN.test(name) && !MEN.test(name))
