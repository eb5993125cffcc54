import type { Cases } from '../../../contract/test-case.ts'
import { newTranscript } from '../../../testing/transcripts.ts'

export const cases: Cases = {
  enrichMetadata: async (tenant) => ({ params: { id: (await newTranscript(tenant)).contentId } }),
}
