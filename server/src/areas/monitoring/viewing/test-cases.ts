import type { Cases } from '../../../contract/test-case.ts'
import { someStream } from '../../../testing/livestreams.ts'

export const cases: Cases = {
  listWallSources: () => ({ query: { phrase: 'stream' } }),
  watchWall: async ({ owner }) => ({ query: { tiles: `livestream:${await someStream(owner)}` } }),
}
