import type { Cases } from '../../../contract/test-case.ts'
import type { Client } from '../../../testing/client.ts'

export const cases: Cases = {
  listSubtitles: ({ content }) => ({ params: { id: content.id } }),
  createSubtitle: ({ content }) => ({
    params: { id: content.id },
    body: {
      name: 'English',
      languageCode: 'en',
      closedCaptions: true,
      text: '1\n00:00:00,500 --> 00:00:01,000\nHello',
    },
  }),
  uploadSubtitle: ({ content }) => ({
    params: { id: content.id },
    body: {
      name: 'Telugu',
      languageCode: 'te',
      closedCaptions: false,
      fileName: 'telugu.srt',
      file: Buffer.from('1\n00:00:00,500 --> 00:00:01,000\nనమస్కారం').toString('base64'),
    },
  }),
  previewSubtitle: ({ content }) => ({
    params: { id: content.id },
    body: {
      languageCode: 'te',
      charset: 'utf-8',
      file: Buffer.from('1\n00:00:00,500 --> 00:00:01,000\nనమస్కారం').toString('base64'),
    },
  }),
  publishSubtitles: async ({ owner, content: { id } }) => ({
    params: { id },
    body: {
      draftsToPublish: [await newDraft(owner, id)],
      subtitlesToDelete: [await newDraft(owner, id)],
    },
    passesOver: ['body.draftsToPublish.0', 'body.subtitlesToDelete.0'],
  }),
  getSubtitle: ({ content, subtitle }) => ({
    params: { id: content.id, subtitleId: subtitle.id },
    query: { version: 'draft' },
  }),
  updateSubtitle: ({ content, subtitle }) => ({
    params: { id: content.id, subtitleId: subtitle.id },
    body: {
      name: 'Hindi (India)',
      languageCode: 'hi-IN',
      closedCaptions: true,
      cues: [{ start: 0, end: 1, text: 'नमस्ते', settings: { line: '0' } }],
    },
  }),
  deleteSubtitle: async ({ owner, content: { id } }) => ({
    params: { id, subtitleId: await newDraft(owner, id) },
    query: { draftOnly: 'true' },
  }),
  downloadSubtitle: ({ content, subtitle }) => ({
    params: { id: content.id, subtitleId: subtitle.id },
    query: { format: 'srt', version: 'draft' },
  }),
}

async function newDraft(owner: Client, id: string): Promise<string> {
  const body = { name: 'Hindi', languageCode: 'hi', text: '1\n00:00:00,000 --> 00:00:01,000\nsecret plans' }
  return (await owner.call('createSubtitle', { params: { id }, body })).id
}
