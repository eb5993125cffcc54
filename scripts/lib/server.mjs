import { inRoot } from './paths.mjs'

/** What Node runs the server with. The smaller young generation takes 80 MB less, at about the same speed. */
export const serverArgs = ['--max-semi-space-size=8', inRoot('server/src/main.ts')]
