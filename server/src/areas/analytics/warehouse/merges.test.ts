import { expect, it } from 'vitest'
import { checkMerges } from './merges.ts'

it('reports merges that do not keep up', async () => {
  const state = { memoryBytes: 0, diskBytes: 0 }
  const parts = (mostParts: number) => ({ isOpen: () => true, state: async () => ({ ...state, mostParts }) })
  await expect(checkMerges(parts(501))).rejects.toThrow('501 parts')
  await checkMerges(parts(500))
  await checkMerges({ isOpen: () => false, state: () => Promise.reject(new Error('closed')) })
})
