import { LockMode } from '@mikro-orm/core';
import type { Context } from '../../context.js';
import { normalizeEmail } from './passwords.rules.js';
import { User } from './user.entity.js';

/** For somebody who has proved to be its owner. */
export const findAccount = ({ em }: Context, id: string): Promise<User | null> =>
  em.findOne(User, { id }, { filters: false });

/** Locks it, so that its address does not change meanwhile. */
export const lockAccountOf = ({ em }: Context, email: string): Promise<User | null> =>
  em.findOne(User, { email: normalizeEmail(email) }, { filters: false, lockMode: LockMode.PESSIMISTIC_WRITE });
