/** For tests that work with any engine: Flite loads sooner than aria. */
export const QUICK_ENGINE = { HOARFROST_ENGINE_PREFERENCE: 'flite' }
