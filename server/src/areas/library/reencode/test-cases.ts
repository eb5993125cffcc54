import type { Cases } from '../../../contract/test-case.ts'
import { someProfile } from '../../../testing/profiles.ts'

export const cases: Cases = {
  reencodeContent: async ({ owner, video }) => ({
    params: { id: await video() },
    body: { encodingProfileId: (await someProfile(owner)).id },
  }),
  endReencode: ({ content }) => ({ params: { id: content.id }, answers: 'reencode-over' }),
}
