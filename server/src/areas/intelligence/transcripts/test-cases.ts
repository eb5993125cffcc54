import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'
import { newTranscript } from '../../../testing/transcripts.ts'

export const cases: Cases = {
  getTranscript: async (tenant) => ({ params: { id: (await newTranscript(tenant)).contentId } }),
  updateTranscript: async (tenant) => {
    const { contentId: id, sentenceId } = await newTranscript(tenant)
    return {
      params: { id },
      body: { sentences: [{ id: sentenceId, text: `Hello ${randomUUID()}`, speaker: 'Anna' }] },
    }
  },
  splitSentence: async (tenant) => {
    const { contentId: id, sentenceId } = await newTranscript(tenant)
    return { params: { id, sentenceId }, body: { word: 1 } }
  },
  mergeSentence: async (tenant) => {
    const { contentId: id, sentenceId } = await newTranscript(tenant)
    // It is the only sentence.
    return { params: { id, sentenceId }, body: {}, answers: 'sentence-not-merged' }
  },
  downloadTranscript: async (tenant) => ({
    params: { id: (await newTranscript(tenant)).contentId },
    query: { format: 'srt' },
  }),
  createSubtitleFromTranscript: async (tenant) => ({
    params: { id: (await newTranscript(tenant)).contentId },
    body: { name: `Draft ${randomUUID()}` },
  }),
}
