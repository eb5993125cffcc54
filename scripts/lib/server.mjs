import { inRoot } from './paths.mjs'

/** Node options of the server. The smaller young generation saves 80 MB at about the same speed. */
export const serverArgs = ['--max-semi-space-size=8', inRoot('server/src/main.ts')]
