/** Scenarios that take minutes of kills, and that `npm run test:long` alone goes through. */
import { effort } from './effort.ts'

/** Options of a suite or test. */
export const longOnly = { skip: effort(0, 1) === 0 && 'is part of npm run test:long' }
