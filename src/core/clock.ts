/** The time of day, injectable where a rule depends on it. */
export type Clock = () => Date
