import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@kinora/contract'
import { expect, it } from 'vitest'

// Each of these tests covers the calls of its area, and does not compile without a case for each.
it.each(Object.keys(contract))('%s tries its calls over HTTP', (area) => {
  expect(existsSync(join(import.meta.dirname, '../areas', area, 'matrix.test.ts'))).toBe(true)
})
