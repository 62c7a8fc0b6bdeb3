/** For tests to which it does not matter who speaks: Flite loads sooner than our own voice. */
export const QUICK_ENGINE = { HOARFROST_ENGINE_PREFERENCE: 'flite' }
