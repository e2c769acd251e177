// Prints the fault tests that .ci/run is to run for this change.
import { dueFaults } from './slow-tests.mjs';

console.log(dueFaults.join(' '));
