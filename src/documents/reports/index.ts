import { registerReport } from '../register/register-report.js';
import { declarationReport } from './declaration-report.js';
import { movementReport } from './movement-report.js';
import type { Report } from './report.js';
import { seasonReport } from './season-report.js';
import { stockCard } from './stock-card.js';

/** Every document that is sent as PDF. */
export const REPORTS: Report[] = [registerReport, stockCard, seasonReport, movementReport, declarationReport];
