const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** What English words may begin with before their first vowel. */
const ONSETS = set(
  'b bl br c ch chl chr cl cr cz d dj dr dw f fj fl fr g gh gl gn gr gu gw h j k kh kl kn kr kw l ll m mc mn n p ph pl pn pr ps pt q qu r rh s sc sch schm schw scl scr sh shr shl sk sl sm sn sp sph spl spr sq st str sv sw t th thr thw tr ts tw v vl w wh wr x y z zh',
)
/** What they may end with after their last one. */
const CODAS = set(
  'b bb bs bt c ch chs cht ck cks cs ct cts d dd dds dg dge ds dt dth f ff ffs fs ft fts g gg ggs gh ghs ght ghts gm gn gns gs h hm hn hs j k ks l lb lbs lc lch ld lds lf lfs lk lks ll lls lm lms ln lp lps ls lsh lst lt lth lths lts ltz lve lz m mm mb mbs mn mns mp mps mph mpt mpts ms n nc ncs nch nct nd nds nf ng ngs ngth ngths nk nks nn nns ns nse nst nt nth nths nts ntz nx nz p ph phs pp ps pps pt pth pths pts r rb rbs rc rch rd rds rf rfs rg rge rgs rk rks rl rld rlds rls rm rms rn rns rp rps rr rs rsh rst rt rth rths rts rtz rv rx s sc sch sh sk sks sm sms sp sps ss st sts t tch th ths ts tt tts tz v vs w wd wds wk wks wl wls wn wns ws wt x xt xth xts z zz',
)
const CONSONANTS = /[^aeiouy]+/g
/** Vowels that English words do not double, and the longest run they have. */
const FOREIGN_VOWELS = /aa|ii|uu|[aeiou]{4}/

/** Whether letters in lower case make syllables that an English reader would try to say. */
export function isPronounceable(word: string): boolean {
  // A `y` before a vowel is a consonant, and so is the `u` of `qu`; a Scot's `Mc` opens any name.
  const plain = word
    .replace(/^y(?=[aeiou])/, 'j')
    .replaceAll('qu', 'q')
    .replace(/^mc(?=[^aeiouy]{1,2}[aeiouy])/, '')
  if (!/[aeiouy]/.test(plain) || FOREIGN_VOWELS.test(plain) || (plain.includes('q') && !word.includes('qu')))
    return false
  for (const match of plain.matchAll(CONSONANTS)) {
    const [cluster] = match
    const isFirst = match.index === 0
    const isLast = match.index + cluster.length === plain.length
    if (isFirst && isLast) return false
    if (isFirst ? !ONSETS.has(cluster) : isLast ? !CODAS.has(cluster) : !isMedial(cluster)) return false
  }
  return true
}

/** Whether a syllable can end and another begin within consonants. */
function isMedial(cluster: string): boolean {
  if (cluster.length > 5) return false
  for (let split = 0; split < cluster.length; split++) {
    const isCoda = split === 0 || CODAS.has(cluster.slice(0, split))
    if (isCoda && ONSETS.has(cluster.slice(split))) return true
  }
  return false
}
