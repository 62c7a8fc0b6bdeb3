/** An Error of one line for a command line that no input could make right. The program then exits with `USAGE_EXIT_CODE`. */
export class UsageError extends Error {}

/** A failure of a command whose exit code 1 is an answer, as of diff(1): the program exits with `USAGE_EXIT_CODE`, too. */
export class TroubleError extends Error {}

/** As of shells and GNU's programs. Other failures exit with 1. */
export const USAGE_EXIT_CODE = 2
