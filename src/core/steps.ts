/** Work in steps of well under a millisecond each, so that a thread that serves others can do something else in between. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Does the work in one go. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
