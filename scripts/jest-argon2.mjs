// `argon2` for the service within a test's own process: with the parameters of production, hashes would be a seventh of the work of all tests,
// most of which register accounts. A hash carries its parameters; the tests of processes hash as production does.
import argon2 from 'argon2';

export const { argon2id, verify } = argon2;
export const hash = (password, options) => argon2.hash(password, { ...options, memoryCost: 1024, timeCost: 1 });
