import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  // Nothing of this video has failed.
  retryContent: ({ content }) => ({ params: { id: content.id }, answers: 'content-not-ready' }),
  retryContentByGet: ({ content }) => ({ params: { id: content.id }, answers: 'content-not-ready' }),
}
