import { join } from 'node:path'

/** The folder that a Kinora of a test may watch. */
export const watchedRoot = (dataDir: string): string => join(dataDir, 'watched')
