import fc from 'fast-check'

// The same cases every time, so that a change is judged by what it changed; `FC_SEED=$RANDOM npm test` looks further.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) })
