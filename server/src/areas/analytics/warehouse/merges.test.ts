import { expect, it } from 'vitest'
import { checkMerges } from './merges.ts'

it('reports merges that do not keep up', async () => {
  const parts = (most: number) => ({ isOpen: () => true, mostParts: async () => most })
  await expect(checkMerges(parts(501))).rejects.toThrow('501 parts')
  await checkMerges(parts(500))
  await checkMerges({ isOpen: () => false, mostParts: () => Promise.reject(new Error('closed')) })
})
