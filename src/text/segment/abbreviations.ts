import type { Language } from '../../core/language.ts'
import {
  AFTER_NAME,
  ALWAYS,
  BEFORE_NUMBER,
  DOTTED,
  DOTTED_BEFORE_REST,
  TITLES,
} from '../../languages/eng/rules/abbreviation-words.ts'
import { BIBLE_BOOKS } from '../../languages/eng/rules/bible-books.ts'

/** What an abbreviation is followed by decides whether its full stop ends a sentence too. */
interface Abbreviations {
  /** Something always follows: a name, a comparison, an example. */
  readonly neverLast: ReadonlySet<string>
  /** Belong to a number after them, and are ordinary words otherwise. */
  readonly beforeNumber: ReadonlySet<string>
  /** After a name the word for a street, which may end a sentence; else a title, which has a name after it. */
  readonly titleOrStreet: ReadonlySet<string>
  /** End a sentence where a word comes next that likes to open one. */
  readonly sometimesLast: ReadonlySet<string>
  /** Words that like to open a sentence and are no part of a name. */
  readonly openers: ReadonlySet<string>
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const NONE: ReadonlySet<string> = new Set()

const ABBREVIATIONS: Readonly<Partial<Record<Language, Abbreviations>>> = {
  eng: {
    neverLast: words(
      'mr mrs ms mx prof rev hon gen col sgt capt cpt maj lt cmdr adm gov sen rep pres messrs cpl pvt pfc supt insp brig msgr mme mlle atty amb cdr vs e.g i.e cf viz esp attn tel',
    ),
    beforeNumber: new Set([
      ...BEFORE_NUMBER.keys(),
      ...BIBLE_BOOKS.keys(),
      ...words(
        'no nos vol vols p pp fig figs ch sec art para ver approx est ext eq ed bk rs rp kr ca lb lbs oz hr hrs sq fl cu rte ste rm bldg flr apt box ala ariz ark calif colo conn del fla ga ill ind kan ky md mich minn mo mont nev n.h n.j n.m n.y n.c n.d okla ore pa r.i s.c s.d tenn tex vt va wash w.va wis wyo',
      ),
    ]),
    titleOrStreet: words('dr st'),
    sometimesLast: new Set([
      ...[ALWAYS, DOTTED, TITLES, AFTER_NAME].flatMap((table) => [...table.keys()]),
      ...words(
        'dr st mt ft etc inc ltd co corp jr sr esq al ave blvd rd sq ln hwy pkwy apt dept univ bros fr det hon a.m p.m u.s u.s.a u.k u.n e.u d.c b.c a.d ph.d m.d b.a m.a jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun incl min max avg tel conf',
      ),
    ]),
    openers: words(
      "the a an this that these those there here he she it it's we we're they you i i'm i'll my our your his her its their who what when where why how which and but or so then if in on at to for from with as after before because while although however meanwhile also please yes no not now today tomorrow yesterday let do does did is are was were can could will would should may thanks thank everyone nobody nothing some many most all",
    ),
  },
  spa: {
    neverLast: words('sr sra srta dr dra ud uds vd vds p.ej prof gral'),
    beforeNumber: words('núm pág págs tel art cap'),
    titleOrStreet: NONE,
    sometimesLast: words('etc av avda ee.uu s.a'),
    openers: NONE,
  },
  ger: {
    neverLast: words('hr fr dr prof z.b d.h u.a bzw ca inkl evtl str nr'),
    beforeNumber: words('s abs art bd kap tel'),
    titleOrStreet: NONE,
    sometimesLast: words('usw etc jh'),
    openers: NONE,
  },
  fra: {
    neverLast: words('m mm dr pr mgr p.ex'),
    beforeNumber: words('p pp art chap vol tél'),
    titleOrStreet: NONE,
    sometimesLast: words('etc av bd'),
    openers: NONE,
  },
  por: {
    neverLast: words('sr sra srta dr dra prof profa p.ex'),
    beforeNumber: words('núm pág págs tel art cap'),
    titleOrStreet: NONE,
    sometimesLast: words('etc av ltda s.a'),
    openers: NONE,
  },
}

const NO_ABBREVIATIONS: Abbreviations = {
  neverLast: NONE,
  beforeNumber: NONE,
  titleOrStreet: NONE,
  sometimesLast: NONE,
  openers: NONE,
}

/** A name that does not open the sentence, in which case it may be any word. */
const AFTER_A_NAME = /[\p{L}\p{N}]\S{0,20}\s{1,20}\p{Lu}[\p{L}\p{M}'’-]{0,40}\s{1,20}$/u

/**
 * Whether the full stop after `word` (lower case) leaves the sentence open, given the text before the word and the word
 * that follows.
 */
export function isAbbreviation(word: string, before: string, following: string, language: Language): boolean {
  const { neverLast, beforeNumber, titleOrStreet, sometimesLast, openers } = ABBREVIATIONS[language] ?? NO_ABBREVIATIONS
  if (following === '') return false
  if (neverLast.has(word) || (titleOrStreet.has(word) && !AFTER_A_NAME.test(before))) return true
  if (beforeNumber.has(word) && /^\p{N}|^[IVXLC]{1,7}$|^\p{Lu}{1,4}-?\p{N}$/u.test(following)) return true
  const isInitial = /^\p{L}(?:\.\p{L}){0,4}$/u.test(word)
  return (isInitial || sometimesLast.has(word)) && !openers.has(following.toLowerCase())
}

/** Words and abbreviations alike: before a word in lower case their full stop is that of an abbreviation. */
const BEFORE_LOWER_CASE: ReadonlySet<string> = new Set([
  ...DOTTED_BEFORE_REST.keys(),
  ...words(
    'ex env min max aprox máx mín depto dpto ref obs ext int ord inkl exkl ggf bspw evtl etw gem insb sog lat geb gest verh tel temp zus allg bes',
  ),
])
const HAS_NO_VOWEL = /^[^aeiouyà-öø-ÿœ]{1,6}$/u

/** Whether a word (lower case) with a full stop may be short for another one where the sentence goes on in lower case. */
export const mayAbbreviate = (word: string): boolean => BEFORE_LOWER_CASE.has(word) || HAS_NO_VOWEL.test(word)
