/** Returns the current time; a parameter, so that tests can set it. */
export type Clock = () => Date
