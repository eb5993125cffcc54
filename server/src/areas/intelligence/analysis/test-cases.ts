import { randomUUID } from 'node:crypto'
import type { Cases } from '../../../contract/test-case.ts'

export const cases: Cases = {
  analyzeContent: ({ content }) => ({
    params: { id: content.id },
    body: { parts: ['shots'], language: 'en' },
  }),
  getScene: async ({ owner, sql, video }) => {
    const [id, sceneId] = [await video(), randomUUID()]
    await sql('INSERT INTO analysis_shots VALUES ($1, $2, 0, $3, 0, 500, 200)', [
      owner.environmentId,
      id,
      sceneId,
    ])
    return { params: { id, sceneId } }
  },
  getAnalysis: ({ content }) => ({ params: { id: content.id } }),
}
