// Commands of LaTeX. Each becomes the sign that Unicode has for it, which every language reads by its own tables.

const pairsOf = (pairs: string): readonly (readonly [string, string])[] =>
  pairs
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [name = '', sign = ''] = pair.split(':')
      return [name, sign] as const
    })
const namesOf = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/))

/** Operators, relations and other signs. */
export const SIGNS: ReadonlyMap<string, string> = new Map(
  pairsOf(`
    times:× div:÷ cdot:× ast:× star:× bullet:× pm:± mp:∓ plus:+ minus:−
    le:≤ leq:≤ leqslant:≤ ge:≥ geq:≥ geqslant:≥ lt:< gt:> ll:≪ gg:≫ ne:≠ neq:≠
    approx:≈ approxeq:≈ sim:≈ simeq:≈ cong:≅ equiv:≡ doteq:= coloneqq:= propto:∝
    infty:∞ partial:∂ nabla:∇ sum:∑ prod:∏ int:∫ iint:∫ iiint:∫ oint:∫
    in:∈ notin:∉ cup:∪ cap:∩ subset:⊂ subseteq:⊆ emptyset:∅ varnothing:∅
    therefore:∴ because:∵ forall:∀ exists:∃ land:∧ wedge:∧ lor:∨ vee:∨ neg:¬ lnot:¬
    oplus:⊕ otimes:⊗ perp:⊥ parallel:∥ angle:∠ circ:∘ degree:° celsius:°C
    to:→ rightarrow:→ longrightarrow:→ Rightarrow:⟹ Longrightarrow:⟹ implies:⟹ mapsto:→ iff:⇔ Leftrightarrow:⇔
    leftarrow:← ldots:… dots:… cdots:… vdots:… ddots:… mid:∣ vert:| lvert:| rvert:| colon::
    percent:% dollar:$ euro:€ pounds:£ checkmark:✓ dagger:† ell:l hbar:h Re:R Im:I`),
)

/** Letters, which stand apart from what is next to them. */
export const LETTERS: ReadonlyMap<string, string> = new Map(
  pairsOf(`
    alpha:α beta:β gamma:γ delta:δ epsilon:ε varepsilon:ε zeta:ζ eta:η theta:θ vartheta:θ iota:ι kappa:κ lambda:λ mu:μ
    nu:ν xi:ξ omicron:ο pi:π varpi:π rho:ρ varrho:ρ sigma:σ varsigma:σ tau:τ upsilon:υ phi:φ varphi:φ chi:χ psi:ψ omega:ω
    Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Xi:Ξ Pi:Π Sigma:Σ Upsilon:Υ Phi:Φ Psi:Ψ Omega:Ω`),
)

/** Signs with limits below and above. */
export const WITH_LIMITS = namesOf('sum prod int iint iiint oint lim limsup liminf max min sup inf bigcup bigcap')

/** Said by their names. */
export const FUNCTIONS = namesOf(`
  sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim limsup liminf max min sup inf det dim gcd
  lcm ker deg arg mod bmod Pr`)

export const FRACTIONS = namesOf('frac dfrac tfrac cfrac over')
export const ROOTS: ReadonlyMap<string, string> = new Map([
  ['', '√'],
  ['2', '√'],
  ['3', '∛'],
])

/** What stands in their braces is text. */
export const TEXTS = namesOf(
  'text textrm textnormal textbf textit textsf texttt textsc emph mbox hbox mathrm operatorname mathop unit si ce',
)

/** They change how their argument looks. */
const LOOKS = namesOf(`
  mathbf mathit mathsf mathtt mathbb mathcal mathfrak mathscr boldsymbol bm pmb boxed fbox vec hat widehat bar tilde
  widetilde dot ddot overline underline overbrace underbrace overrightarrow cancel bcancel phantom ensuremath mathstrut`)
/** They say how the formula is set. */
const SETTINGS = namesOf(`
  left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr displaystyle textstyle scriptstyle
  limits nolimits nonumber notag hline newline centering lbrace rbrace lbrack rbrack langle rangle lfloor rfloor lceil
  rceil`)
/** They part what stands next to them. */
export const SPACES = namesOf('quad qquad enspace thinspace space hspace vspace')
/** Left out with their arguments. */
export const UNHEARD = namesOf('begin end label tag ref eqref color hspace vspace')

export const isCommand = (name: string): boolean =>
  SIGNS.has(name) ||
  LETTERS.has(name) ||
  FUNCTIONS.has(name) ||
  FRACTIONS.has(name) ||
  TEXTS.has(name) ||
  LOOKS.has(name) ||
  SETTINGS.has(name) ||
  SPACES.has(name) ||
  UNHEARD.has(name) ||
  name === 'sqrt' ||
  name === 'binom' ||
  name === 'not'

export const SUPERSCRIPTS: ReadonlyMap<string, string> = new Map(
  [...'0123456789-n'].map((digit, i) => [digit, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁻ⁿ'][i] ?? '']),
)
export const SUBSCRIPTS: ReadonlyMap<string, string> = new Map(
  [...'0123456789'].map((digit, i) => [digit, [...'₀₁₂₃₄₅₆₇₈₉'][i] ?? '']),
)

/** Fractions that have a character, which no language takes for a date. */
export const VULGAR_FRACTIONS: ReadonlyMap<string, string> = new Map(
  pairsOf('1/2:½ 1/3:⅓ 2/3:⅔ 1/4:¼ 3/4:¾ 1/5:⅕ 2/5:⅖ 3/5:⅗ 4/5:⅘ 1/6:⅙ 5/6:⅚ 1/8:⅛ 3/8:⅜ 5/8:⅝ 7/8:⅞'),
)
