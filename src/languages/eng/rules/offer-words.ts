/** Words that sellers make codes of, besides the common ones: `GET10OFF`. */
export const OFFER_WORDS: ReadonlySet<string> = new Set(
  `add back bogo bonus buy cyber deal december easter extra fall first flash free friday get go grab halloween hello hi holiday hot july
  join june labor last march max memorial merry mom monday new newyear now off only pay perks refer return save saver saving savings sell
  ship shipping sorry spooky spring star start student summer super take thankyou thx treat try vip welcome winter xmas year yay`.split(
    /\s+/,
  ),
)
