// fast-check with the seed that CI sets: the same cases are generated for each change, so that one fails for what it has changed.
// Without PROPERTY_SEED, as in `npm test`, each run generates new cases.
import fc from 'fast-check';

const seed = process.env.PROPERTY_SEED;
if (seed) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

export default fc;
