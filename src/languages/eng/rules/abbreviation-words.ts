const table = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines
      .trim()
      .split(/\s*[\n;]\s*/)
      .map((line) => {
        const [short = '', ...reading] = line.split(' ')
        return [short, reading.join(' ')]
      }),
  )

/** No words: abbreviations with a full stop or without. */
export const ALWAYS = table(`
acct account; accts accounts; amt amount; amts amounts; approx approximately; appt appointment; appts appointments
assn association; asst assistant; attn attention; avg average; bldg building; bldgs buildings; blvd boulevard
bros brothers; chmn chairman; cmdr commander; contd continued; corp corporation; cpl corporal; ctr center; ctrl control
dept department; depts departments; etc et cetera; excl excluding; expy expressway; fwy freeway; govt government
hwy highway; incl including; intl international; jct junction; jr junior; ltd limited; mfg manufacturing
mfr manufacturer; mgmt management; mgr manager; mgrs managers; misc miscellaneous; mkt market; mktg marketing
mlle mademoiselle; mme madame; mr mister; mrs missus; msgr monsignor; mtg meeting; mtgs meetings; mtn mountain
natl national; pkg package; pkgs packages; pkwy parkway; pmt payment; pmts payments; prof professor; pvt private
qtr quarter; qtrs quarters; qty quantity; rcpt receipt; sched schedule; sgt sergeant; supt superintendent; svc service; svcs services
tpke turnpike; univ university; vs versus; wkly weekly; yrly yearly; capt captain; messrs messers; recd received
rd road; reqd required; subj subject; wknd weekend; wknds weekends; wkday weekday; wkdays weekdays
`)

/** Abbreviations only with their full stop. */
export const DOTTED = table(`
abbr abbreviation; addr address; adm admiral; amb ambassador; apt apartment; apts apartments; assoc association
atty attorney; ave avenue; brig brigadier; cert certificate; cf compare; cir circle; cont continued
ct court; dep deputy; det detective; dist district; encl enclosed; eqn equation; esp especially; esq esquire
est established; ext extension; fwd forward; hosp hospital; hts heights
illus illustrated; inc incorporated; insp inspector; inst institute; lang language; lt lieutenant; ln lane
maj major; ms miz; mts mountains; mx mix; neg negative; nos numbers; orig original; para paragraph; pfc P F C
pkt packet; pls please; pp pages; prev previous; prov province; pty proprietary; rd road; ret retired
sq square; sr senior; ste suite; ter terrace; treas treasurer; twp township; viz namely; vol volume; vols volumes
rte route; rm room; co company; sen senator; gov governor; resp respectively; repr representative
mun municipal; mil military; ofc office; pres president; ser series; sgts sergeants; sts saints
ea each; bd board; educ education; sm small; lg large; xfer transfer; wt weight; ht height; hq headquarters; hdqrs headquarters; mdse merchandise; ppd prepaid; pct percent
ibid ibid; calif California; fla Florida; ariz Arizona; conn Connecticut; mich Michigan
minn Minnesota; tenn Tennessee; okla Oklahoma; colo Colorado; neb Nebraska; nebr Nebraska; nev Nevada; wyo Wyoming
tex Texas; wis Wisconsin; kans Kansas
`)

/** Words, too: abbreviations with a full stop after which the sentence plainly goes on. */
export const DOTTED_BEFORE_REST = table(`
alt alternative; app application; art article; auth authorization; bal balance; comm committee; comp complimentary
conf conference; def definition; diff difference; dir director; disc discount; div division; doc document; docs documents
ed edited; exp expiration; elev elevation; exec executive; fed federal; freq frequency; gen general; hist historical; info information
int interest; intro introduction; lab laboratory; lat latitude; lit literature; loc location; max maximum; med medical
mem memorial; min minimum; nat national; op operation; par paragraph; perf performance; pop population; pos positive
pref preferred; prep preparation; prob probably; proc proceedings; prod product; prop property; pub publication
rec recommended; ref reference; reg regular; rel release; rep representative; rev revision; sci science; sec second
spec specification; specs specifications; std standard; sub subscription; supp supplement; tech technical
tel telephone; mob mobile; chap chapter; figs figures; trans translated; temp temperature; var variety; ver version; vet veteran
`)

/** Before a name. */
export const TITLES = table(`
br brother; cdr commander; col colonel; cols colonels; dir director; drs doctors; fr father; ft fort; gen general
gens generals; gov governor; govs governors; hon honorable; lt lieutenant; lts lieutenants; maj major; mt mount
pres president; pt point; rep representative; reps representatives; rev reverend; revs reverends
sec secretary; sen senator; sens senators; spc specialist; ste saint; sts saints; dep deputy; asst assistant
assoc associate; rt right; adm admiral; benj Benjamin; chas Charles; edw Edward; geo George; jas James; jos Joseph
robt Robert; thos Thomas; wm William
`)
/** Titles that need no full stop before a name, for they are no words. */
export const TITLES_WITHOUT_STOP: ReadonlySet<string> = new Set(
  'cdr col dr drs ft gov lt maj mt ms rev sen sens ste sts mx'.split(' '),
)

/** Before a number, a Roman numeral or a single letter. */
export const BEFORE_NUMBER = table(`
acc account; app appendix; apt apartment; art article; arts articles; bk book; bldg building; ch chapter; chap chapter
chs chapters; cl clause; col column; ep episode; eps episodes; eq equation; eqs equations; ex example; exs examples; exp expires; eff effective; disc discount; arr arrives; dep departs
fig figure; figs figures; fl floor; l line; ll lines; lvl level; no number; nos numbers; p page; para paragraph
paras paragraphs; par paragraph; pg page; pgs pages; pp pages; pt part; pts parts; ref reference; rel release
rev revision; rm room; sec section; secs sections; ser series; ste suite; tab table; ver version; vol volume
vols volumes; vv verses; ca circa; c circa; est established; div division; lev level; qn question; ques question
`)
/** Of those, the ones that need no full stop before a figure, for they are no words. */
export const NUMBER_WITHOUT_STOP: ReadonlySet<string> = new Set(
  'bk bldg chap chs ep eps eq eqs exp exs fig figs lvl nos para paras pg pgs pp pt rm secs vol vols ch vv ste'.split(
    ' ',
  ),
)

/** Of those, the ones that are words: only with a capital. */
export const NUMBER_WITH_CAPITAL: ReadonlySet<string> = new Set(
  'acc app art arts div ex lev par rel rev tab'.split(' '),
)
/** Of those that need no full stop, the ones that must have one or a capital: words of slang, and of addresses on the net. */
export const STOP_OR_CAPITAL: ReadonlySet<string> = new Set('bros capt corp ctr ltd prof univ'.split(' '))
/** Full stops after these end no sentence, for something must follow. */
export const NEVER_LAST: ReadonlySet<string> = new Set('approx attn cf esp excl incl viz vs'.split(' '))

/** After a name, with a full stop or without. */
export const AFTER_NAME = table(`
ave avenue; cir circle; ct court; inc incorporated; ln lane; pl place; rd road; sq square; sr senior; ter terrace; hts heights
`)
/** Of those, the ones that are read so only with their full stop. */
export const AFTER_NAME_WITH_STOP: ReadonlySet<string> = new Set(['pl', 'ter'])

/** States that are words or too short, so abbreviated only after a city and a comma. */
export const STATES_AFTER_CITY = table(`
cal California; del Delaware; ga Georgia; ill Illinois; ind Indiana; kan Kansas; ky Kentucky; la Louisiana; mass Massachusetts
md Maryland; me Maine; miss Mississippi; mo Missouri; ore Oregon; pa Pennsylvania; penn Pennsylvania; va Virginia
vt Vermont; wash Washington; ida Idaho; haw Hawaii; ala Alabama; ark Arkansas; mont Montana; ont Ontario; que Quebec
`)

/** Names that go with `St.` before them rather than after. */
export const SAINTS: ReadonlySet<string> = new Set(
  `Agnes Albans Albert Andrew Andrews Ann Anne Anselm Ansgar Anthony Augustine Barnabas Bart Bartholomew Barts Basil Benedict Bernard
  Bernadette Bonaventure Brendan Bride Brigid Catharines Catherine Cecilia Charles Christopher Clair Clare Clement Cloud
  Columba Croix Crispin David Davids Denis Dominic Dunstan Edmund Elizabeth Elmo Eustatius Francis Gabriel Gallen George Georges
  Germain Giles Gregory Helena Helens Helier Hubert Ignatius Ives James Jerome Joan Johns Joseph Jude Kilda Kitts Laurent Lawrence
  Leger Leonard Louis Lucia Lucie Lucy Luke Maarten Margaret Mark Martin Mary Matthew Michael Monica Moritz Nazaire Nicholas Nick
  Nicks Olaf Pancras Patrick Paul Pauls Peter Peters Petersburg Philip Pierre Raphael Regis Sebastian Simon Stephen Swithin
  Teresa Theresa Thomas Timothy Tropez Ursula Valentine Veronica Vincent Vitus Xavier`.split(/\s+/),
)
