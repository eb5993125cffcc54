import { describe, expect, it } from 'vitest'
import { matchFile } from './remembered'

const begun = { fileName: 'match.mov', fileSize: 900, lastModified: 5, isTest: false }

describe('a file that is chosen again', () => {
  it('continues the upload of the same name and length', () => {
    expect(matchFile({ name: 'match.mov', size: 900, lastModified: 5 }, false, [begun])).toBe(begun)
  })

  it('continues it also when a copy changed its time', () => {
    expect(matchFile({ name: 'match.mov', size: 900, lastModified: 77 }, false, [begun])).toBe(begun)
  })

  it('prefers the one of the same time', () => {
    const older = { ...begun, lastModified: 1 }
    expect(matchFile({ name: 'match.mov', size: 900, lastModified: 5 }, false, [older, begun])).toBe(begun)
  })

  it('is another one when its length differs', () => {
    expect(matchFile({ name: 'match.mov', size: 901, lastModified: 5 }, false, [begun])).toBeUndefined()
  })
})
