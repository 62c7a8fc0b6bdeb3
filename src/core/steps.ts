/** Work in steps of well under a millisecond, so that a thread can do other work in between. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Runs all steps without a break. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
